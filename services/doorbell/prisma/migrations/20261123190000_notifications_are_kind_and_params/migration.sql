-- Expand and backfill. Copies of the release before this one still write "title" and "name" and read them, so both stay until a later
-- migration drops them with the trigger.

-- AlterTable
ALTER TABLE "notifications" ADD COLUMN     "params" JSONB NOT NULL DEFAULT '{}',
ALTER COLUMN "title" SET DEFAULT '';

UPDATE "notifications"
SET "params" = jsonb_build_object(CASE "kind" WHEN 'device' THEN 'device' WHEN 'plan' THEN 'tier' ELSE 'name' END, "name")
WHERE "name" IS NOT NULL;

-- Completes a row for the other release: an older copy writes a name and no params, a newer one params and no name.
CREATE FUNCTION follow_notification_params() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
  IF NEW.name IS NULL THEN
    NEW.name := left(COALESCE(NEW.params->>''name'', NEW.params->>''device'', NEW.params->>''tier''), 100)\x3B
  ELSIF NEW.params = ''{}'' THEN
    NEW.params := jsonb_build_object(CASE NEW.kind WHEN ''device'' THEN ''device'' WHEN ''plan'' THEN ''tier'' ELSE ''name'' END, NEW.name)\x3B
  END IF\x3B
  RETURN NEW\x3B
END';

CREATE TRIGGER notifications_params_follow BEFORE INSERT ON "notifications"
FOR EACH ROW EXECUTE FUNCTION follow_notification_params();
