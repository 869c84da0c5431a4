BEGIN TRANSACTION;
CREATE TABLE arriving_picture (
    collection TEXT NOT NULL, picture INTEGER NOT NULL, session TEXT NOT NULL,
    PRIMARY KEY (collection, picture)) WITHOUT ROWID;
CREATE TABLE change (collection TEXT PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "change" VALUES('contacts',3);
INSERT INTO "change" VALUES('groups',3);
INSERT INTO "change" VALUES('people',7);
CREATE TABLE contacts (row INTEGER PRIMARY KEY, "id" INTEGER NOT NULL UNIQUE, picture, "firstName", "lastName", "street", "apartment", "city", "state", "zipcode", "phone", "email", "isEmergencyContact", hash, section_initial, sort_last, sort_first);
INSERT INTO "contacts" VALUES(1,1,NULL,'Zoe','Poe','','','','','','5550100','zoe@example.org',0,6625462153363955030,'P	P','poe zoe','zoe poe');
CREATE TABLE contacts_picture (row INTEGER PRIMARY KEY, content NOT NULL);
CREATE TABLE contacts_text (
    row INTEGER PRIMARY KEY, hash INTEGER NOT NULL, version INTEGER NOT NULL, title TEXT NOT NULL,
    summary TEXT NOT NULL);
INSERT INTO "contacts_text" VALUES(1,6625462153363955030,8623039431713872408,'zoe poe','zoepoe5550100zoe@example.org');
CREATE TABLE courses (row INTEGER PRIMARY KEY, "Id" INTEGER NOT NULL UNIQUE, picture, "Code", "Name", "Program", "Level", "Status", "DateCreated", hash, section_program, sort_level, sort_name);
CREATE TABLE courses_picture (row INTEGER PRIMARY KEY, content NOT NULL);
CREATE TABLE courses_text (
    row INTEGER PRIMARY KEY, hash INTEGER NOT NULL, version INTEGER NOT NULL, title TEXT NOT NULL,
    summary TEXT NOT NULL);
CREATE TABLE definition (collection TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, copied_columns TEXT) WITHOUT ROWID;
INSERT INTO "definition" VALUES('contacts','e9b7176d70ddc542747fdd10e01c258f','row
"id"
"firstName"
"lastName"
"street"
"apartment"
"city"
"state"
"zipcode"
"phone"
"email"
"isEmergencyContact"
hash
section_initial
sort_last
sort_first
picture');
INSERT INTO "definition" VALUES('courses','23cc76e332744cb04861b5bee5462b4c','row
"Id"
"Code"
"Name"
"Program"
"Level"
"Status"
"DateCreated"
hash
section_program
sort_level
sort_name
picture');
INSERT INTO "definition" VALUES('groups','8f2645f00a18ff77bd975ec65b2aed6b','row
"id"
"list"
"name"
"color"
"search"
"place"
"members"
hash
section_none
sort_order
picture');
INSERT INTO "definition" VALUES('people','95f2e36560090983835884d7c8511ee0','row
"DUID"
"netid"
"fName"
"lName"
"email"
"from"
"gender"
"role"
"program"
"plan"
"team"
"movie"
"hobby"
"languages"
hash
section_role
section_team
sort_last
sort_first
picture');
INSERT INTO "definition" VALUES('players','1435a9087eb5724e82d9fb1ee4ec64e0','row
"id"
"Player"
"Team"
"Rank"
"Rating"
"Completions"
"Attempts"
"AttemptsPerGame"
"Yards"
"YardsPerGame"
"YardsPerCompletion"
"Touchdowns"
"Interceptions"
"Percentage"
"Longest"
"Sacks"
hash
section_none
sort_name
picture');
INSERT INTO "definition" VALUES('todos','2a1be7232cb93e933a21075f218059a2','row
"id"
"title"
"user"
"order"
"completed"
"url"
hash
section_none
sort_order
sort_name
picture');
INSERT INTO "definition" VALUES('tours','9797a7a25de55d795a99201c044ec47f','row
"Id"
"CustomerName"
"NumberOfCustomers"
"TourDate"
"Message"
"ReservationCode"
"DateCreated"
hash
sort_date
sort_name
picture');
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1 people');
INSERT INTO "grdb_migrations" VALUES('2 published');
INSERT INTO "grdb_migrations" VALUES('3 undo');
INSERT INTO "grdb_migrations" VALUES('4 contacts');
INSERT INTO "grdb_migrations" VALUES('5 todos');
INSERT INTO "grdb_migrations" VALUES('6 tours');
INSERT INTO "grdb_migrations" VALUES('7 players');
INSERT INTO "grdb_migrations" VALUES('8 courses');
INSERT INTO "grdb_migrations" VALUES('published base');
INSERT INTO "grdb_migrations" VALUES('own record');
INSERT INTO "grdb_migrations" VALUES('listed');
INSERT INTO "grdb_migrations" VALUES('undo after');
INSERT INTO "grdb_migrations" VALUES('definitions');
INSERT INTO "grdb_migrations" VALUES('learned');
INSERT INTO "grdb_migrations" VALUES('set aside source');
INSERT INTO "grdb_migrations" VALUES('one journal');
INSERT INTO "grdb_migrations" VALUES('history');
INSERT INTO "grdb_migrations" VALUES('not same');
INSERT INTO "grdb_migrations" VALUES('withdrawn');
INSERT INTO "grdb_migrations" VALUES('pictures');
INSERT INTO "grdb_migrations" VALUES('people by owner');
CREATE TABLE groups (row INTEGER PRIMARY KEY, "id" INTEGER NOT NULL UNIQUE, picture, "list", "name", "color", "search", "place", "members", hash, section_none, sort_order);
INSERT INTO "groups" VALUES(1,1,NULL,'people','Without a Picture',1,'no=picture',0,'',-6494315129697710617,'	','00000000000000000000');
INSERT INTO "groups" VALUES(2,2,NULL,'people','New and Changed',2,'is=new',1,'',-605849935455952994,'	','00000000000000000001');
INSERT INTO "groups" VALUES(3,3,NULL,'people','Chess',3,'',2,'13',-8315482898574766883,'	','00000000000000000002');
CREATE TABLE groups_picture (row INTEGER PRIMARY KEY, content NOT NULL);
CREATE TABLE groups_text (
    row INTEGER PRIMARY KEY, hash INTEGER NOT NULL, version INTEGER NOT NULL, title TEXT NOT NULL,
    summary TEXT NOT NULL);
INSERT INTO "groups_text" VALUES(1,-6494315129697710617,8623039431713872408,'without a picture','peoplewithout a picture1no=picture0');
INSERT INTO "groups_text" VALUES(2,-605849935455952994,8623039431713872408,'new and changed','peoplenew and changed2is=new1');
INSERT INTO "groups_text" VALUES(3,-8315482898574766883,8623039431713872408,'chess','peoplechess321, 3');
CREATE TABLE learned (
    collection TEXT NOT NULL, key INTEGER NOT NULL, box INTEGER NOT NULL, due INTEGER NOT NULL,
    name TEXT NOT NULL, PRIMARY KEY (collection, key)) WITHOUT ROWID;
CREATE TABLE listed (
    collection TEXT NOT NULL, key INTEGER NOT NULL, hash INTEGER NOT NULL,
    PRIMARY KEY (collection, key)) WITHOUT ROWID;
CREATE TABLE not_same (
    collection TEXT NOT NULL, key INTEGER NOT NULL, other INTEGER NOT NULL,
    PRIMARY KEY (collection, key, other)) WITHOUT ROWID;
CREATE TABLE own_record (
    collection TEXT NOT NULL, key INTEGER NOT NULL, untouched INTEGER, is_former INTEGER NOT NULL,
    PRIMARY KEY (collection, key)) WITHOUT ROWID;
INSERT INTO "own_record" VALUES('people',0,-2178142977852897985,0);
CREATE TABLE "people" (row INTEGER PRIMARY KEY, DUID INTEGER NOT NULL UNIQUE, netid, fName, lName, email, "from", gender, role, program,
plan, team, movie, hobby, languages, hash, picture, section_role, section_team, sort_last, sort_first);
INSERT INTO "people" VALUES(1,0,'root','root','','unknown','unknown','Unknown','Unknown','','','','','','',-2178142977852897985,NULL,'3	Other','3	Other','root','root');
INSERT INTO "people" VALUES(2,1,'ana1','Ana','Li','ana1@duke.edu','unknown','Unknown','Unknown','','','Owls','Alien','','SwiftC',-713034929063274722,3,'3	Other','3	Other','li ana','ana li');
INSERT INTO "people" VALUES(3,2,'bo2','Bob','Ek','bo2@duke.edu','unknown','Unknown','Unknown','','','Cats','','','',-6344477269247328258,2,'3	Other','3	Other','ek bob','bob ek');
INSERT INTO "people" VALUES(5,4,'di4','Di','Moe','unknown','unknown','Unknown','Unknown','','','','','','',-37061350718791857,NULL,'3	Other','3	Other','moe di','di moe');
CREATE TABLE people_picture (row INTEGER PRIMARY KEY, content NOT NULL);
INSERT INTO "people_picture" VALUES(1,X'FFD8FF010203');
INSERT INTO "people_picture" VALUES(2,X'FFD8FF040506');
INSERT INTO "people_picture" VALUES(3,X'FFD8FF070809');
CREATE TABLE people_text (
    row INTEGER PRIMARY KEY, hash INTEGER NOT NULL, version INTEGER NOT NULL, title TEXT NOT NULL,
    summary TEXT NOT NULL);
INSERT INTO "people_text" VALUES(1,-2178142977852897985,8623039431713872408,'root','rootroot');
INSERT INTO "people_text" VALUES(2,-713034929063274722,8623039431713872408,'ana li','0000001ana1analiana1@duke.eduowlsalienswift, c');
INSERT INTO "people_text" VALUES(3,-6344477269247328258,8623039431713872408,'bob ek','0000002bo2bobekbo2@duke.educats');
INSERT INTO "people_text" VALUES(5,-37061350718791857,8623039431713872408,'di moe','0000004di4dimoe');
CREATE TABLE players (row INTEGER PRIMARY KEY, "id" INTEGER NOT NULL UNIQUE, picture, "Player", "Team", "Rank", "Rating", "Completions", "Attempts", "AttemptsPerGame", "Yards", "YardsPerGame", "YardsPerCompletion", "Touchdowns", "Interceptions", "Percentage", "Longest", "Sacks", hash, section_none, sort_name);
CREATE TABLE players_picture (row INTEGER PRIMARY KEY, content NOT NULL);
CREATE TABLE players_text (
    row INTEGER PRIMARY KEY, hash INTEGER NOT NULL, version INTEGER NOT NULL, title TEXT NOT NULL,
    summary TEXT NOT NULL);
CREATE TABLE published (
    collection TEXT NOT NULL, key INTEGER NOT NULL, hash INTEGER NOT NULL, tag TEXT, base BLOB,
    PRIMARY KEY (collection, key)) WITHOUT ROWID;
CREATE TABLE set_aside (
    position INTEGER PRIMARY KEY, collection TEXT NOT NULL, reason TEXT NOT NULL, raw TEXT NOT NULL, source TEXT);
INSERT INTO "set_aside" VALUES(1,'people','This is not a person: it has no DUID.','{"fName":"No number"}','/tmp/fx/class.json');
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "setting" VALUES('file-hash-groups','1795790941481336976 -2953962288408750264');
INSERT INTO "setting" VALUES('file-hash-people','1795790942617336963 8481692486585389527');
INSERT INTO "setting" VALUES('file-pieces-groups','-7457036615113339102 4620731376992108986 2 303 9032393188251203004');
INSERT INTO "setting" VALUES('file-pieces-people','2744518809088273061 8599302291435641403 2 880 1519308139494226310');
INSERT INTO "setting" VALUES('file-revision-groups','3');
INSERT INTO "setting" VALUES('file-revision-people','7');
INSERT INTO "setting" VALUES('history-began','1795790940.64699');
INSERT INTO "setting" VALUES('last-number-contacts','2');
INSERT INTO "setting" VALUES('last-number-groups','3');
CREATE TABLE todos (row INTEGER PRIMARY KEY, "id" INTEGER NOT NULL UNIQUE, picture, "title", "user", "order", "completed", "url", hash, section_none, sort_order, sort_name);
CREATE TABLE todos_picture (row INTEGER PRIMARY KEY, content NOT NULL);
CREATE TABLE todos_text (
    row INTEGER PRIMARY KEY, hash INTEGER NOT NULL, version INTEGER NOT NULL, title TEXT NOT NULL,
    summary TEXT NOT NULL);
CREATE TABLE tours (row INTEGER PRIMARY KEY, "Id" INTEGER NOT NULL UNIQUE, picture, "CustomerName", "NumberOfCustomers", "TourDate", "Message", "ReservationCode", "DateCreated", hash, sort_date, sort_name);
CREATE TABLE tours_picture (row INTEGER PRIMARY KEY, content NOT NULL);
CREATE TABLE tours_text (
    row INTEGER PRIMARY KEY, hash INTEGER NOT NULL, version INTEGER NOT NULL, title TEXT NOT NULL,
    summary TEXT NOT NULL);
CREATE TABLE undo_change (
    id INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL, label TEXT NOT NULL,
    session TEXT NOT NULL, time INTEGER NOT NULL, is_undo INTEGER NOT NULL,
    is_whole INTEGER NOT NULL DEFAULT 0, has_list INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0, cause TEXT NOT NULL DEFAULT '', is_offered INTEGER NOT NULL DEFAULT 1, reverted_by INTEGER, is_download INTEGER NOT NULL DEFAULT 0, count INTEGER NOT NULL DEFAULT 0);
INSERT INTO "undo_change" VALUES(1,'people','Creating your record','7600-AEDDDDE9-9414-478C-A25F-2B61FF36F777',1.79579094073289394382e+09,0,0,0,612,'dukedir import',0,NULL,0,1);
INSERT INTO "undo_change" VALUES(2,'groups','Making the first groups','7600-AEDDDDE9-9414-478C-A25F-2B61FF36F777',1.79579094074748373032e+09,0,0,0,1224,'dukedir import',0,NULL,0,2);
INSERT INTO "undo_change" VALUES(3,'people','Loading “class.json”','7600-AEDDDDE9-9414-478C-A25F-2B61FF36F777',1.79579094076554203031e+09,0,0,1,418,'imported',0,NULL,0,3);
INSERT INTO "undo_change" VALUES(4,'people','Adding Di Moe','7613-B4A5691D-E552-452B-801B-10BE408FE327',1.79579094101369905476e+09,0,0,0,754,'dukedir add',0,NULL,0,1);
INSERT INTO "undo_change" VALUES(5,'people','Making the group “Chess”','7619-8D78DC40-38B4-468C-AC0C-DCDE84496621',1.79579094125405359268e+09,0,0,0,156,'dukedir groups make',0,NULL,0,0);
INSERT INTO "undo_change" VALUES(6,'people','Adding 2 people to “Chess”','7625-1760D3E8-D2BB-48AF-88C2-06B88F72442D',1.79579094145205068588e+09,0,0,0,215,'dukedir groups add',0,NULL,0,0);
INSERT INTO "undo_change" VALUES(7,'people','Editing Ana Li','7631-AA45BA7A-DF8A-43E3-8540-BA013CA8F0CC',1.79579094160966515544e+09,0,0,0,1266,'dukedir update',0,NULL,0,1);
INSERT INTO "undo_change" VALUES(8,'people','Loading “next.json”','7637-46E9CB88-55C7-4C59-8B83-0C4B439F673E',1.79579094180759048465e+09,0,0,1,1524,'imported',0,NULL,0,1);
INSERT INTO "undo_change" VALUES(9,'people','Editing Bob Ek','7649-EB741067-8E91-43EC-9FE5-353337671B8A',1.79579094203788948054e+09,0,0,0,1266,'dukedir update',0,NULL,0,1);
INSERT INTO "undo_change" VALUES(10,'people','Deleting Cy Ray','7663-B7307A9A-0420-41DA-B0BC-D5D456EA11F6',1.79579094260935688024e+09,0,0,0,704,'dukedir delete',0,NULL,0,1);
INSERT INTO "undo_change" VALUES(11,'contacts','Adding Zoe Poe','7669-BDB79886-6E23-459E-AC05-C5AE9D9664F2',1.79579094278784871102e+09,0,0,0,612,'dukedir contacts add',0,NULL,0,1);
INSERT INTO "undo_change" VALUES(12,'contacts','Adding Zoe Poe','7674-08EACBFF-4293-44CA-B20D-F99F7E7E544C',1.795790942971722126e+09,0,0,0,612,'dukedir contacts add',0,NULL,0,1);
INSERT INTO "undo_change" VALUES(13,'contacts','Merging Zoe Poe','7679-C7146477-1B7E-44E9-89ED-574D12ED4A1C',1.79579094313908910751e+09,0,0,0,1686,'dukedir contacts merge',0,NULL,0,2);
CREATE TABLE undo_row (
    change INTEGER NOT NULL REFERENCES undo_change ON DELETE CASCADE, source TEXT NOT NULL,
    key INTEGER NOT NULL, is_after INTEGER NOT NULL,
    c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, c23);
INSERT INTO "undo_row" VALUES(1,'people',0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(1,'people',0,1,1,0,'root','root','','unknown','unknown','Unknown','Unknown','','','','','','',-2178142977852897985,'3	Other','3	Other','root','root',NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(2,'groups',1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(2,'groups',2,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(2,'groups',1,1,1,1,'people','Without a Picture',1,'no=picture',0,'',-6494315129697710617,'	','00000000000000000000',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(2,'groups',2,1,2,2,'people','New and Changed',2,'is=new',1,'',-605849935455952994,'	','00000000000000000001',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(3,'own_record',0,0,-2178142977852897985,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(3,'people',1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,-3434418150649763018,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(3,'people',2,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,-26120921032189224,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(3,'people',3,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,-4309109541762741285,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(3,'own_record',0,1,-2178142977852897985,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(3,'set_aside',1,1,'This is not a person: it has no DUID.','{"fName":"No number"}','/tmp/fx/class.json',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(4,'own_record',0,0,-2178142977852897985,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(4,'people',4,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(4,'people',4,1,5,4,'di4','Di','Moe','unknown','unknown','Unknown','Unknown','','','','','','',-37061350718791857,'3	Other','3	Other','moe di','di moe',NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(4,'own_record',0,1,-2178142977852897985,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(5,'groups',3,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(5,'groups',3,1,3,3,'people','Chess',3,'',2,'',-1610121863877662521,'	','00000000000000000002',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(6,'groups',3,0,3,3,'people','Chess',3,'',2,'',-1610121863877662521,'	','00000000000000000002',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(6,'groups',3,1,3,3,'people','Chess',3,'',2,'13',-8315482898574766883,'	','00000000000000000002',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(7,'own_record',0,0,-2178142977852897985,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(7,'people',1,0,2,1,'ana1','Ana','Li','ana1@duke.edu','unknown','Unknown','Unknown','','','Owls','','','SwiftC',-3434418150649763018,'3	Other','3	Other','li ana','ana li',1,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(7,'people',1,1,2,1,'ana1','Ana','Li','ana1@duke.edu','unknown','Unknown','Unknown','','','Owls','Alien','','SwiftC',-2213418975054011210,'3	Other','3	Other','li ana','ana li',1,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(7,'own_record',0,1,-2178142977852897985,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(8,'own_record',0,0,-2178142977852897985,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(8,'set_aside',1,0,'This is not a person: it has no DUID.','{"fName":"No number"}','/tmp/fx/class.json',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(8,'people',1,0,2,1,'ana1','Ana','Li','ana1@duke.edu','unknown','Unknown','Unknown','','','Owls','Alien','','SwiftC',-2213418975054011210,'3	Other','3	Other','li ana','ana li',1,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(8,'people',1,1,2,1,'ana1','Ana','Li','ana1@duke.edu','unknown','Unknown','Unknown','','','Owls','Alien','','SwiftC',-713034929063274722,'3	Other','3	Other','li ana','ana li',3,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(8,'own_record',0,1,-2178142977852897985,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(8,'set_aside',1,1,'This is not a person: it has no DUID.','{"fName":"No number"}','/tmp/fx/class.json',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(9,'own_record',0,0,-2178142977852897985,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(9,'people',2,0,3,2,'bo2','Bo','Ek','bo2@duke.edu','unknown','Unknown','Unknown','','','Bats','','','',-26120921032189224,'3	Other','3	Other','ek bo','bo ek',2,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(9,'people',2,1,3,2,'bo2','Bob','Ek','bo2@duke.edu','unknown','Unknown','Unknown','','','Cats','','','',-6344477269247328258,'3	Other','3	Other','ek bob','bob ek',2,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(9,'own_record',0,1,-2178142977852897985,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(10,'own_record',0,0,-2178142977852897985,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(10,'people',3,0,4,3,'cy3','Cy','Ray','unknown','unknown','Unknown','Unknown','','','','','chess, swimming','',-4309109541762741285,'3	Other','3	Other','ray cy','cy ray',NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(10,'own_record',0,1,-2178142977852897985,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(11,'contacts',1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(11,'contacts',1,1,1,1,'Zoe','Poe','','','','','','','zoe@example.org',0,-5406080648099729297,'P	P','poe zoe','zoe poe',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(12,'contacts',2,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(12,'contacts',2,1,2,2,'Zoe','Poe','','','','','','5550100','',0,-3325697738101969272,'P	P','poe zoe','zoe poe',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(13,'contacts',1,0,1,1,'Zoe','Poe','','','','','','','zoe@example.org',0,-5406080648099729297,'P	P','poe zoe','zoe poe',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(13,'contacts',2,0,2,2,'Zoe','Poe','','','','','','5550100','',0,-3325697738101969272,'P	P','poe zoe','zoe poe',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "undo_row" VALUES(13,'contacts',1,1,1,1,'Zoe','Poe','','','','','','5550100','zoe@example.org',0,6625462153363955030,'P	P','poe zoe','zoe poe',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE unseen (
    collection TEXT NOT NULL, key INTEGER NOT NULL, PRIMARY KEY (collection, key)) WITHOUT ROWID;
CREATE TABLE withdrawn (
    collection TEXT NOT NULL, key INTEGER NOT NULL, PRIMARY KEY (collection, key)) WITHOUT ROWID;
CREATE INDEX people_listed ON people (section_role, sort_last, row);
CREATE INDEX undo_row_change ON undo_row (change, source, is_after, key);
CREATE INDEX undo_row_key ON undo_row (source, key) WHERE is_after = 0;
CREATE INDEX people_owner ON people (netid COLLATE NOCASE);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('undo_change',13);
COMMIT;
