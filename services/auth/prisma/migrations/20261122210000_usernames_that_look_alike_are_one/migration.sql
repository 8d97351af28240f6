-- AlterTable
ALTER TABLE "users" ADD COLUMN     "lookalike_key" TEXT;

-- By hand, for the accounts that are there: of those that look alike the oldest has the key. As proto/usernames.ts makes it.
WITH looks AS (
  SELECT id, translate(regexp_replace(normalize(regexp_replace(translate("username_key", '‐‑‒–—―−‘’ʼʹː꞉', '-------''''''''::'), '\s+', ' ', 'g'), NFKD), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'),
    'ıłøđðħŧŋɓɖɗƙĸƒɣƴɨɲʉʋавеѕіјкмнорстуүхһԁԛԝӏαγηικνορστυχω', 'iloddhtnbddkkfyyinuvabesijkmhopctyyxhdqwlaynikvopotuxw') AS look
  FROM "users"
), oldest AS (
  SELECT DISTINCT ON (look) id, look FROM looks ORDER BY look, id
)
UPDATE "users" SET "lookalike_key" = oldest.look FROM oldest WHERE "users".id = oldest.id;

-- CreateIndex
CREATE UNIQUE INDEX "users_lookalike_key_key" ON "users"("lookalike_key");
