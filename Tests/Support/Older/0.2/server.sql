PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('entries and accounts');
INSERT INTO grdb_migrations VALUES('items');
INSERT INTO grdb_migrations VALUES('room of items');
INSERT INTO grdb_migrations VALUES('places of items');
INSERT INTO grdb_migrations VALUES('collections of entries');
INSERT INTO grdb_migrations VALUES('changes of entries');
INSERT INTO grdb_migrations VALUES('sections of entries');
INSERT INTO grdb_migrations VALUES('bound of changes');
INSERT INTO grdb_migrations VALUES('hidden entries');
INSERT INTO grdb_migrations VALUES('values of entries');
CREATE TABLE account (
    netid TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
    role TEXT NOT NULL,
    passwordHash TEXT NOT NULL,
    created REAL NOT NULL
);
INSERT INTO account VALUES('wa11','professor','$argon2id$v=19$m=19456,t=2,p=1$ucW0CwF3IDOlFVHUcbKnKg$yZkiiDMO3xRkwW+jTxQx8HU5uWfEVb1gPF9kExVdZnM',1795442665.0388181209);
INSERT INTO account VALUES('cd34','student','!$argon2id$v=19$m=19456,t=2,p=1$iOO7fMrgGSZxQ6NREnBfrg$Lpa4HpPKfydp1pDkgRq+HyeEBnetwRDyNmDRRd70g34',1795442665.1969397067);
INSERT INTO account VALUES('ef56','student','$argon2id$v=19$m=19456,t=2,p=1$xN5yKcQzHZLR4PMpsPsbFg$7iMqGH84YHU7IY2ppgEkddHDhAMoVGCWKxftbKf1mPI',1795442665.4594130515);
CREATE TABLE item (
    collection TEXT NOT NULL,
    number INTEGER NOT NULL,
    json BLOB NOT NULL, ends REAL,
    PRIMARY KEY (collection, number)
) WITHOUT ROWID;
INSERT INTO item VALUES('app-passwords/wa11',1,X'7b226e616d65223a2270686f6e65222c2263726561746564223a3831373133353436362e343536383538342c2268617368223a226163636132616663646431626530373461306339633566363161636163306365227d',NULL);
INSERT INTO item VALUES('password-links/ef56',1,X'7b2268617368223a223862313334306538613433383961656362613664383335336665353361353766222c22656e64223a3831373734303236362e353837353936357d',NULL);
INSERT INTO item VALUES('todos',1,X'7b22636f6d706c65746564223a747275652c226f72646572223a312c227469746c65223a22576174657220746865206665726e73222c2275726c223a222f746f646f732f31227d',NULL);
INSERT INTO item VALUES('todos',2,X'7b22636f6d706c65746564223a66616c73652c226f72646572223a322c227469746c65223a224772616465206c61622032222c2275726c223a222f746f646f732f32227d',NULL);
INSERT INTO item VALUES('tours',1,X'7b22437573746f6d65724e616d65223a2247617276616e204b65656c6579222c224461746543726561746564223a22323032362d31312d32335431343a30345a222c224964223a312c224d657373616765223a225468616e6b20796f752c2047617276616e204b65656c65792e20596f757220746f757220666f7220322070656f706c652069732072657365727665642e222c224e756d6265724f66437573746f6d657273223a322c225265736572766174696f6e436f6465223a224a4150482d5242484b222c22546f757244617465223a22323032372d30332d32395431323a30305a227d',1806408000.0);
CREATE TABLE item_list (
    collection TEXT NOT NULL PRIMARY KEY, last INTEGER NOT NULL, count INTEGER NOT NULL
, bytes INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
INSERT INTO item_list VALUES('app-passwords/wa11',1,1,86);
INSERT INTO item_list VALUES('password-links/ef56',1,1,67);
INSERT INTO item_list VALUES('todos',3,2,139);
INSERT INTO item_list VALUES('tours',1,1,230);
CREATE TABLE item_request (
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    content TEXT NOT NULL,
    number INTEGER NOT NULL,
    json BLOB NOT NULL,
    made REAL NOT NULL,
    PRIMARY KEY (collection, key)
) WITHOUT ROWID;
INSERT INTO item_request VALUES('tours','k1','"b8e2d6ae1a05dc1dc91ddbff6e54bcd7"',1,X'7b22437573746f6d65724e616d65223a2247617276616e204b65656c6579222c224461746543726561746564223a22323032362d31312d32335431343a30345a222c224964223a312c224d657373616765223a225468616e6b20796f752c2047617276616e204b65656c65792e20596f757220746f757220666f7220322070656f706c652069732072657365727665642e222c224e756d6265724f66437573746f6d657273223a322c225265736572766174696f6e436f6465223a224a4150482d5242484b222c22546f757244617465223a22323032372d30332d32395431323a30305a227d',1795442666.2350902556);
CREATE TABLE entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    collection TEXT NOT NULL,
    key INTEGER NOT NULL,
    owner TEXT NOT NULL COLLATE NOCASE,
    section TEXT NOT NULL,
    sort TEXT NOT NULL,
    search TEXT NOT NULL,
    json BLOB NOT NULL
);
INSERT INTO entry VALUES(1,'people',2818281,'wa11','2	Student','ashgrove wendell','2818281 wa11 wendell ashgrove wa11@duke.example durham, nc student ece ms owls ikiru yoga swift',X'7b2244554944223a323831383238312c22656d61696c223a22776131314064756b652e6578616d706c65222c22664e616d65223a2257656e64656c6c222c2266726f6d223a2244757268616d2c204e43222c2267656e646572223a224f74686572222c22686f626279223a22596f6761222c226c4e616d65223a2241736867726f7665222c226c616e677561676573223a5b225377696674225d2c226d6f766965223a22496b697275222c226e65746964223a2277613131222c2270696374757265223a22222c22706c616e223a224d53222c2270726f6772616d223a22454345222c22726f6c65223a2253747564656e74222c227465616d223a224f776c73227d');
CREATE TABLE list (
    collection TEXT NOT NULL PRIMARY KEY, tag TEXT NOT NULL, count INTEGER NOT NULL, bytes INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO list VALUES('people','3d0e78d1973597b505e51324e1671055',1,258);
CREATE TABLE entry_change (
    revision INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL, tag TEXT NOT NULL, key INTEGER
);
INSERT INTO entry_change VALUES(1,'people','ea5633866d0f346b8c177d9f9218563f',NULL);
INSERT INTO entry_change VALUES(2,'people','588340f528c9040f0321b3d755ea184e',2818281);
INSERT INTO entry_change VALUES(3,'people','c712bef41fbe81f0485a176c6f9ed9fa',34);
INSERT INTO entry_change VALUES(4,'people','f4f481549ba1a800951d52da0d10b3e4',56);
INSERT INTO entry_change VALUES(5,'people','96d11e7dc5fee582c3cbf6ae3c3e44e6',2818281);
INSERT INTO entry_change VALUES(6,'people','a7800e5636967bf83d523afa076d063f',56);
INSERT INTO entry_change VALUES(7,'people','3d0e78d1973597b505e51324e1671055',34);
CREATE TABLE entry_section (
    collection TEXT NOT NULL, section TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (collection, section)
) WITHOUT ROWID;
INSERT INTO entry_section VALUES('people','2	Student',1);
CREATE TABLE hidden_entry (
    collection TEXT NOT NULL, key INTEGER NOT NULL, owner TEXT NOT NULL COLLATE NOCASE, section TEXT NOT NULL,
    sort TEXT NOT NULL, search TEXT NOT NULL, json BLOB NOT NULL, PRIMARY KEY (collection, owner)
);
INSERT INTO hidden_entry VALUES('people',34,'cd34','2	Student','coldwater bea','0000034 cd34 bea coldwater cd34@duke.example durham, nc student ece ms owls ran yoga swift',X'7b2244554944223a33342c22656d61696c223a22636433344064756b652e6578616d706c65222c22664e616d65223a22426561222c2266726f6d223a2244757268616d2c204e43222c2267656e646572223a224f74686572222c22686f626279223a22596f6761222c226c4e616d65223a22436f6c647761746572222c226c616e677561676573223a5b225377696674225d2c226d6f766965223a2252616e222c226e65746964223a2263643334222c2270696374757265223a22222c22706c616e223a224d53222c2270726f6772616d223a22454345222c22726f6c65223a2253747564656e74222c227465616d223a224f776c73227d');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('entry_change',7);
INSERT INTO sqlite_sequence VALUES('entry',3);
CREATE INDEX item_end ON item (collection, ends) WHERE ends IS NOT NULL;
CREATE TRIGGER item_added AFTER INSERT ON item BEGIN
    INSERT INTO item_list VALUES (new.collection, new.number, 1, length(new.json))
    ON CONFLICT DO UPDATE
    SET last = max(last, excluded.last), count = count + 1, bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER item_changed AFTER UPDATE OF json ON item BEGIN
    UPDATE item_list SET bytes = bytes + length(new.json) - length(old.json) WHERE collection = new.collection;
END;
CREATE TRIGGER item_removed AFTER DELETE ON item BEGIN
    UPDATE item_list SET count = count - 1, bytes = bytes - length(old.json) WHERE collection = old.collection;
END;
CREATE INDEX item_order ON item (collection, CASE WHEN json_valid(CAST(json AS TEXT)) THEN json_extract(CAST(json AS TEXT), '$.order') END);
CREATE INDEX item_request_age ON item_request (collection, made);
CREATE UNIQUE INDEX entry_key ON entry (collection, key);
CREATE UNIQUE INDEX entry_owner ON entry (collection, owner);
CREATE INDEX entry_place ON entry (collection, section, sort, id);
CREATE INDEX entry_id ON entry (collection, id);
CREATE INDEX entry_change_tag ON entry_change (tag);
CREATE TRIGGER entry_added AFTER INSERT ON entry BEGIN
    INSERT INTO list VALUES (new.collection, '', 0, 0) ON CONFLICT DO NOTHING;
    UPDATE list SET tag = lower(hex(randomblob(16))), count = count + 1, bytes = bytes + length(new.json)
        WHERE collection = new.collection;
    INSERT INTO entry_change (collection, tag, key)
        SELECT collection, tag, new.key FROM list WHERE collection = new.collection;
END;
CREATE TRIGGER entry_removed AFTER DELETE ON entry BEGIN
    UPDATE list SET tag = lower(hex(randomblob(16))), count = count - 1, bytes = bytes - length(old.json)
        WHERE collection = old.collection;
    INSERT INTO entry_change (collection, tag, key)
        SELECT collection, tag, old.key FROM list WHERE collection = old.collection;
END;
CREATE TRIGGER entry_section_added AFTER INSERT ON entry BEGIN
    INSERT INTO entry_section VALUES (new.collection, new.section, 1)
        ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER entry_section_changed AFTER UPDATE ON entry WHEN old.section <> new.section BEGIN
    UPDATE entry_section SET count = count - 1 WHERE collection = old.collection AND section = old.section;
    DELETE FROM entry_section WHERE collection = old.collection AND section = old.section AND count = 0;
    INSERT INTO entry_section VALUES (new.collection, new.section, 1)
        ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER entry_section_removed AFTER DELETE ON entry BEGIN
    UPDATE entry_section SET count = count - 1 WHERE collection = old.collection AND section = old.section;
    DELETE FROM entry_section WHERE collection = old.collection AND section = old.section AND count = 0;
END;
CREATE INDEX entry_change_collection ON entry_change (collection);
CREATE TRIGGER entry_change_bound AFTER INSERT ON entry_change WHEN new.revision % 997 = 0 BEGIN
    DELETE FROM entry_change WHERE collection = new.collection AND revision <= (
        SELECT revision FROM entry_change WHERE collection = new.collection
        ORDER BY revision DESC LIMIT 1 OFFSET 100000);
END;
CREATE UNIQUE INDEX hidden_entry_key ON hidden_entry (collection, key);
CREATE TRIGGER entry_changed AFTER UPDATE ON entry BEGIN
    UPDATE list SET tag = lower(hex(randomblob(16))), bytes = bytes + length(new.json) - length(old.json)
        WHERE collection = new.collection;
    INSERT INTO entry_change (collection, tag, key)
        SELECT collection, tag, old.key FROM list WHERE collection = new.collection AND old.key <> new.key;
    INSERT INTO entry_change (collection, tag, key)
        SELECT collection, tag, new.key FROM list WHERE collection = new.collection;
END;
COMMIT;
PRAGMA application_id = 1148545893;
