-- The search and the job that writes words use one Unicode form (NFKC): so do the rows of before, and words that follow a changed ring.
UPDATE "activity_words" SET "words" = lower(normalize("words", NFKC)) WHERE octet_length("words") <> char_length("words");

-- The signs \x3B end statements: where Prisma's tools compare migrations they cut a file at every such sign, in strings as well.
CREATE OR REPLACE FUNCTION follow_words() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
  UPDATE activity_words SET words = lower(normalize(concat(NEW.visitor_name, chr(10), NEW.message), NFKC)) WHERE activity_id = NEW.id\x3B
  RETURN NULL\x3B
END';
