PRAGMA application_id = 1279613012;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE event (
    number INTEGER PRIMARY KEY,
    at REAL NOT NULL,
    body TEXT NOT NULL
) STRICT
;
INSERT INTO "event" VALUES(1,1.79580444826321196554e+09,'{"type":"match set up","game":"lexicon","players":["Anne","Ben","Cora"],"options":{},"dealer":0}');
INSERT INTO "event" VALUES(2,1795804450.74538,'{"type":"hand dealt","hands":[],"exposed":"O","position":""}');
INSERT INTO "event" VALUES(3,1.79580445389179396632e+09,'{"type":"question asked","player":1,"before":"/O","after":"/O","question":"Either O was discarded. Or else: Nothing was played, and nobody may pass.","choices":["/O"]}');
INSERT INTO "event" VALUES(4,1.79580445438758301733e+09,'{"type":"question answered","after":"KITTEN /O"}');
INSERT INTO "event" VALUES(5,1.79580445438758301733e+09,'{"type":"turn finished","player":1,"before":"/O","after":"KITTEN /O","move":"+KITTEN","ruling":"legal","stands":true,"breaches":[],"drew":""}');
INSERT INTO "event" VALUES(6,1.79580445685305404666e+09,'{"type":"turn finished","player":2,"before":"KITTEN /O","after":"KITTEN SOLARIA /O","move":"+SOLARIA","ruling":"legal","stands":true,"breaches":[],"drew":""}');
INSERT INTO "event" VALUES(7,1.79580446167966079713e+09,'{"type":"turn finished","player":0,"before":"KITTEN SOLARIA /O","after":"KITTEN SOLARIA PLUSHER /O","move":"+PLUSHER","ruling":"legal","stands":true,"breaches":[],"drew":""}');
INSERT INTO "event" VALUES(8,1.79580446257569050784e+09,'{"type":"question asked","player":1,"before":"KITTEN SOLARIA PLUSHER /O","after":"KITTEN SOLARIA PLUSHER /O","question":"Either O was discarded. Or else: Nothing was played, and nobody may pass.","choices":["KITTEN SOLARIA PLUSHER /O"]}');
INSERT INTO "event" VALUES(9,1.79580446321932697293e+09,'{"type":"question answered","after":"KITTEN SOLARIA PLUSHER HO /O"}');
INSERT INTO "event" VALUES(10,1.79580446321932697293e+09,'{"type":"turn finished","player":1,"before":"KITTEN SOLARIA PLUSHER /O","after":"KITTEN SOLARIA PLUSHER HO /O","move":"+HO","ruling":"legal","stands":true,"breaches":[],"drew":""}');
INSERT INTO "event" VALUES(11,1.7958044662161984444e+09,'{"type":"turn finished","player":2,"before":"KITTEN SOLARIA PLUSHER HO /O","after":"KITTEN SOLARIA PLUSEHRH HO /O","move":"3:PLUSHER~PLUSEHRH","ruling":"illegal","stands":false,"breaches":[{"kind":"LettersReordered","clause":"LEX-C1","facts":{"before":"PLUSHER","after":"PLUSEHRH"}},{"kind":"NotListed","clause":"ALL-1","facts":{"word":"PLUSEHRH","refusal":"not in the word list","backwards":""}}],"drew":""}');
INSERT INTO "event" VALUES(12,1.79580447074378085139e+09,'{"type":"turn finished","player":0,"before":"KITTEN SOLARIA PLUSHER HO /O","after":"KITTEN SOLARIA PLUSHER HI /O","move":"4:HO=HI","ruling":"legal","stands":true,"breaches":[],"drew":""}');
INSERT INTO "event" VALUES(13,1.79580447296426820753e+09,'{"type":"turn finished","player":1,"before":"KITTEN SOLARIA PLUSHER HI /O","after":"KITTEN SOLARIAJ PLUSHER HI /O","move":"2:SOLARIA<SOLARIAJ","ruling":"illegal","stands":false,"breaches":[{"kind":"NotListed","clause":"ALL-1","facts":{"word":"SOLARIAJ","refusal":"not in the word list","backwards":""}}],"drew":""}');
INSERT INTO "event" VALUES(14,1.79580447529293322564e+09,'{"type":"turn finished","player":2,"before":"KITTEN SOLARIA PLUSHER HI /O","after":"KITTEN SOLARIA PLUSHER HI HI /O","move":"+HI","ruling":"legal","stands":true,"breaches":[],"drew":""}');
INSERT INTO "event" VALUES(15,1.79580447709463739396e+09,'{"type":"turn finished","player":0,"before":"KITTEN SOLARIA PLUSHER HI HI /O","after":"KITTEN SOLARIA PLUSHER HI HI /Q","move":"-Q","ruling":"legal","stands":true,"breaches":[],"drew":""}');
INSERT INTO "event" VALUES(16,1.79580447824650049214e+09,'{"type":"turn finished","player":1,"before":"KITTEN SOLARIA PLUSHER HI HI /Q","after":"KITTEN SOLARIA PLUSHER HI HI /J","move":"-J","ruling":"legal","stands":true,"breaches":[],"drew":""}');
INSERT INTO "event" VALUES(17,1.7958044798422574997e+09,'{"type":"turn finished","player":2,"before":"KITTEN SOLARIA PLUSHER HI HI /J","after":"KITTEN SOLARIA PLUSHERW HI HI /J","move":"3:PLUSHER<PLUSHERW","ruling":"illegal","stands":false,"breaches":[{"kind":"NotListed","clause":"ALL-1","facts":{"word":"PLUSHERW","refusal":"not in the word list","backwards":""}}],"drew":""}');
INSERT INTO "event" VALUES(18,1.79580448188909530633e+09,'{"type":"turn finished","player":0,"before":"KITTEN SOLARIA PLUSHER HI HI /J","after":"KITTEN SOLARIA PLUSHER HI HI /O","move":"-O","ruling":"legal","stands":true,"breaches":[],"drew":""}');
INSERT INTO "event" VALUES(19,1.79580448384816098207e+09,'{"type":"turn finished","player":1,"before":"KITTEN SOLARIA PLUSHER HI HI /O","after":"KITTEN SOLARIA PLUSHER HI HI /G","move":"-G","ruling":"legal","stands":true,"breaches":[],"drew":""}');
INSERT INTO "event" VALUES(20,1.79580448444720411297e+09,'{"type":"question asked","player":2,"before":"KITTEN SOLARIA PLUSHER HI HI /G","after":"KITTEN SOLARIA PLUSHER HI HI /G","question":"No play explains what lies there: nothing new is to be seen.","choices":["KITTEN SOLARIA PLUSHER HI HI /G"]}');
INSERT INTO "event" VALUES(21,1.79580448499968695639e+09,'{"type":"question answered","after":"KITTEN SOLARIAW PLUSHER HI HI /G"}');
INSERT INTO "event" VALUES(22,1.79580448499968695639e+09,'{"type":"turn finished","player":2,"before":"KITTEN SOLARIA PLUSHER HI HI /G","after":"KITTEN SOLARIAW PLUSHER HI HI /G","move":"2:SOLARIA<SOLARIAW","ruling":"illegal","stands":false,"breaches":[{"kind":"NotListed","clause":"ALL-1","facts":{"word":"SOLARIAW","refusal":"not in the word list","backwards":""}}],"drew":""}');
INSERT INTO "event" VALUES(23,1.79580448671695685385e+09,'{"type":"turn finished","player":0,"before":"KITTEN SOLARIA PLUSHER HI HI /G","after":"KITTEN SOLARIA PLUSHER HI HI YO /G","move":"+YO","ruling":"legal","stands":true,"breaches":[],"drew":""}');
INSERT INTO "event" VALUES(24,1.79580448875071430211e+09,'{"type":"turn finished","player":1,"before":"KITTEN SOLARIA PLUSHER HI HI YO /G","after":"KITTNEO SOLARIA PLUSHER HI HI YO /G","move":"1:KITTEN~KITTNEO","ruling":"illegal","stands":false,"breaches":[{"kind":"LettersReordered","clause":"LEX-C1","facts":{"before":"KITTEN","after":"KITTNEO"}},{"kind":"NotListed","clause":"ALL-1","facts":{"word":"KITTNEO","refusal":"not in the word list","backwards":""}}],"drew":""}');
INSERT INTO "event" VALUES(25,1.79580449113396453859e+09,'{"type":"turn finished","player":2,"before":"KITTEN SOLARIA PLUSHER HI HI YO /G","after":"KITTEN SOLARIA PLUSHER HI HI YO /W","move":"-W","ruling":"legal","stands":true,"breaches":[],"drew":""}');
INSERT INTO "event" VALUES(26,1.79580449343941879274e+09,'{"type":"turn finished","player":0,"before":"KITTEN SOLARIA PLUSHER HI HI YO /W","after":"KITTEN SOLARIA PLUSHER HI HI YO /V","move":"-V","ruling":"legal","stands":true,"breaches":[],"drew":""}');
INSERT INTO "event" VALUES(27,1.79580449655654215816e+09,'{"type":"turn finished","player":1,"before":"KITTEN SOLARIA PLUSHER HI HI YO /V","after":"KITTEN SOLARIA PLUSHERB HI HI YO /V","move":"3:PLUSHER<PLUSHERB","ruling":"illegal","stands":false,"breaches":[{"kind":"NotListed","clause":"ALL-1","facts":{"word":"PLUSHERB","refusal":"not in the word list","backwards":""}}],"drew":""}');
INSERT INTO "event" VALUES(28,1.79580449973799586294e+09,'{"type":"turn finished","player":2,"before":"KITTEN SOLARIA PLUSHER HI HI YO /V","after":"KITTEN SOLARIA PLUSHER HI HI YO /G","move":"-G","ruling":"legal","stands":true,"breaches":[],"drew":""}');
INSERT INTO "event" VALUES(29,1.79580450300156760218e+09,'{"type":"turn finished","player":0,"before":"KITTEN SOLARIA PLUSHER HI HI YO /G","after":"KITTEN SOLARIA PLUSHER HI HI YO /W","move":"-W","ruling":"legal","stands":true,"breaches":[],"drew":""}');
INSERT INTO "event" VALUES(30,1.79580450553007864951e+09,'{"type":"turn finished","player":1,"before":"KITTEN SOLARIA PLUSHER HI HI YO /W","after":"KITTEN SOLARIA PLUSHER HI HI YO /B","move":"-B","ruling":"legal","stands":true,"breaches":[],"drew":""}');
INSERT INTO "event" VALUES(31,1764000000.0,'{"type":"hand scored","left":["QJ","","AE"]}');
COMMIT;
