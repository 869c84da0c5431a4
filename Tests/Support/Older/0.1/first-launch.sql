PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('1 people');
INSERT INTO grdb_migrations VALUES('2 published');
INSERT INTO grdb_migrations VALUES('3 undo');
INSERT INTO grdb_migrations VALUES('4 contacts');
INSERT INTO grdb_migrations VALUES('5 todos');
INSERT INTO grdb_migrations VALUES('6 tours');
INSERT INTO grdb_migrations VALUES('7 players');
INSERT INTO grdb_migrations VALUES('8 courses');
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE change (collection TEXT PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO change VALUES('people',2);
CREATE TABLE set_aside (
    position INTEGER PRIMARY KEY, collection TEXT NOT NULL, reason TEXT NOT NULL, raw TEXT NOT NULL);
CREATE TABLE people (
    row INTEGER PRIMARY KEY, DUID INTEGER NOT NULL UNIQUE, netid TEXT NOT NULL,
    fName TEXT NOT NULL, lName TEXT NOT NULL, email TEXT NOT NULL, "from" TEXT NOT NULL,
    gender TEXT NOT NULL, role TEXT NOT NULL, program TEXT NOT NULL, plan TEXT NOT NULL,
    team TEXT NOT NULL, movie TEXT NOT NULL, hobby TEXT NOT NULL, languages TEXT NOT NULL,
    hash INTEGER NOT NULL, has_picture INTEGER NOT NULL,
    section_role TEXT NOT NULL, section_team TEXT NOT NULL,
    sort_last TEXT NOT NULL, sort_first TEXT NOT NULL);
INSERT INTO people VALUES(1,0,'root','Nia','','unknown','unknown','Unknown','Unknown','','','Owls','','','',-1232577588929498625,0,'3	Other','3	Other',' nia','nia ');
CREATE TABLE people_picture (row INTEGER PRIMARY KEY, content NOT NULL);
CREATE TABLE published (
    collection TEXT NOT NULL, key INTEGER NOT NULL, hash INTEGER NOT NULL, tag TEXT,
    PRIMARY KEY (collection, key)) WITHOUT ROWID;
INSERT INTO published VALUES('people',0,6883330714538466371,NULL);
CREATE TABLE undo_change (
    id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, collection TEXT NOT NULL,
    label TEXT NOT NULL, has_aside INTEGER NOT NULL DEFAULT 0);
CREATE TABLE set_aside_before (
    change INTEGER NOT NULL, position INTEGER, collection TEXT NOT NULL, reason TEXT NOT NULL,
    raw TEXT NOT NULL);
CREATE TABLE published_before (
    change INTEGER NOT NULL, collection TEXT NOT NULL, key INTEGER NOT NULL, hash INTEGER NOT NULL,
    tag TEXT);
CREATE TABLE people_before (
    change INTEGER NOT NULL, row INTEGER, DUID INTEGER NOT NULL, netid, fName, lName, email, "from",
    gender, role, program, plan, team, movie, hobby, languages, hash, has_picture,
    section_role, section_team, sort_last, sort_first, content);
CREATE TABLE contacts (row INTEGER PRIMARY KEY, "id" INTEGER NOT NULL UNIQUE, firstName, lastName, street, apartment, city, state, zipcode, phone, email, isEmergencyContact, hash, has_picture, section_initial, sort_last, sort_first);
CREATE TABLE contacts_picture (row INTEGER PRIMARY KEY, content NOT NULL);
CREATE TABLE contacts_before (
    change INTEGER NOT NULL, row INTEGER, "id" INTEGER NOT NULL, firstName, lastName, street, apartment, city, state, zipcode, phone, email, isEmergencyContact, hash, has_picture, section_initial, sort_last, sort_first, content);
CREATE TABLE todos (row INTEGER PRIMARY KEY, "id" INTEGER NOT NULL UNIQUE, title, user, "order", completed, url, hash, has_picture, section_none, sort_order, sort_name);
CREATE TABLE todos_picture (row INTEGER PRIMARY KEY, content NOT NULL);
CREATE TABLE todos_before (
    change INTEGER NOT NULL, row INTEGER, "id" INTEGER NOT NULL, title, user, "order", completed, url, hash, has_picture, section_none, sort_order, sort_name, content);
CREATE TABLE tours (row INTEGER PRIMARY KEY, "Id" INTEGER NOT NULL UNIQUE, CustomerName, NumberOfCustomers, TourDate, Message, ReservationCode, DateCreated, hash, has_picture, sort_date, sort_name);
CREATE TABLE tours_picture (row INTEGER PRIMARY KEY, content NOT NULL);
CREATE TABLE tours_before (
    change INTEGER NOT NULL, row INTEGER, "Id" INTEGER NOT NULL, CustomerName, NumberOfCustomers, TourDate, Message, ReservationCode, DateCreated, hash, has_picture, sort_date, sort_name, content);
CREATE TABLE players (row INTEGER PRIMARY KEY, "id" INTEGER NOT NULL UNIQUE, Player, Team, Rank, Rating, Completions, Attempts, AttemptsPerGame, Yards, YardsPerGame,
YardsPerCompletion, Touchdowns, Interceptions, Percentage, Longest, Sacks, hash, has_picture, section_none, sort_name);
CREATE TABLE players_picture (row INTEGER PRIMARY KEY, content NOT NULL);
CREATE TABLE players_before (
    change INTEGER NOT NULL, row INTEGER, "id" INTEGER NOT NULL, Player, Team, Rank, Rating, Completions, Attempts, AttemptsPerGame, Yards, YardsPerGame,
YardsPerCompletion, Touchdowns, Interceptions, Percentage, Longest, Sacks, hash, has_picture, section_none, sort_name, content);
CREATE TABLE courses (row INTEGER PRIMARY KEY, "Id" INTEGER NOT NULL UNIQUE, Code, Name, Program, Level, Status, DateCreated, hash, has_picture, section_program, sort_level, sort_name);
CREATE TABLE courses_picture (row INTEGER PRIMARY KEY, content NOT NULL);
CREATE TABLE courses_before (
    change INTEGER NOT NULL, row INTEGER, "Id" INTEGER NOT NULL, Code, Name, Program, Level, Status, DateCreated, hash, has_picture, section_program, sort_level, sort_name, content);
DELETE FROM sqlite_sequence;
CREATE INDEX people_listed ON people (section_role, sort_last, row);
CREATE INDEX people_before_change ON people_before (change);
CREATE INDEX contacts_before_change ON contacts_before (change);
CREATE INDEX todos_before_change ON todos_before (change);
CREATE INDEX tours_before_change ON tours_before (change);
CREATE INDEX players_before_change ON players_before (change);
CREATE INDEX courses_before_change ON courses_before (change);
COMMIT;
