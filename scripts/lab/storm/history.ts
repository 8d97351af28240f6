/** What billing has committed: a trigger in the database stores each state of each user at the commit of its transaction. */
import type { Stack } from '#scripts/testing/stack.ts'

/** A subscription as it is compared: times in seconds. */
export type State = { readonly id: string; readonly status: string; readonly start: number; readonly end: number; readonly ends: boolean }
export type Committed = {
  readonly userId: number
  readonly granted: boolean
  readonly tier: string
  readonly version: number
  readonly subscriptions: readonly State[]
}

const STATES = `SELECT COALESCE(jsonb_agg(jsonb_build_object('id', stripe_subscription_id, 'status', status,
  'start', EXTRACT(EPOCH FROM current_period_start)::bigint, 'end', EXTRACT(EPOCH FROM current_period_end)::bigint,
  'ends', cancel_at_period_end) ORDER BY stripe_subscription_id), '[]') FROM subscriptions`

/** A deferred trigger runs at the commit, while the locks of the customer and of the plan are held: the numbers are in their order. */
const KEEP = `
CREATE TABLE storm_history (number bigserial, transaction xid8, user_id int, granted boolean, tier text, version int, subscriptions jsonb,
  UNIQUE (transaction, user_id));
CREATE FUNCTION storm_keep() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
  INSERT INTO storm_history (transaction, user_id, granted, tier, version, subscriptions)
  SELECT pg_current_xact_id(), NEW.user_id, EXISTS (SELECT FROM grants WHERE user_id = NEW.user_id AND revoked_at IS NULL),
    COALESCE((SELECT tier FROM plans WHERE user_id = NEW.user_id), 'free'),
    COALESCE((SELECT version FROM plans WHERE user_id = NEW.user_id), 0), (${STATES} WHERE user_id = NEW.user_id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER storm_fetched AFTER UPDATE OF synced_at ON customers DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION storm_keep();
CREATE CONSTRAINT TRIGGER storm_written AFTER INSERT OR UPDATE OF status ON subscriptions DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION storm_keep();
CREATE CONSTRAINT TRIGGER storm_granted AFTER INSERT OR UPDATE ON grants DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION storm_keep()`

/** Installs the trigger; called once per stack. */
export async function keepHistory(world: Stack): Promise<void> {
  await world.postgres('billing', KEEP)
}

/** @returns the states of one user, in the order of their commits */
export const historyOf = (world: Stack, userId: number): Promise<Committed[]> =>
  world.postgres<Committed>(
    'billing',
    'SELECT user_id AS "userId", granted, tier, version, subscriptions FROM storm_history WHERE user_id = $1 ORDER BY number',
    [userId],
  )

export const storedStates = async (world: Stack, userId: number): Promise<readonly State[]> =>
  (await world.postgres<{ states: State[] }>('billing', `SELECT (${STATES} WHERE user_id = $1) AS states`, [userId]))[0]?.states ?? []
