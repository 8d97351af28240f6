/** Doorbell's answers to notify about the content of pushes: requested when one is sent, stored nowhere (docs/product/decisions.md, 33). */
import { z } from 'zod'
import { IsoTime, Outcome } from '../entities.ts'
import { DELIVERY_TIMES_MAX } from '../limits.ts'
import { operation } from '../operation.ts'

export const pushedOperations = [
  operation({
    name: 'doorbell.push_content',
    summary: 'What notify says of a ring: asked when it sends, stored nowhere',
    caller: 'internal',
    from: ['notify'],
    limit: 'none',
    /** `userId`: the account that is pushed to, where it is a member of the door's household. */
    input: z.object({ activityId: z.int(), userId: z.int().optional() }),
    output: z.object({
      ownerId: z.int(),
      visitorName: z.string(),
      message: z.string(),
      test: z.boolean(),
      /** The door's label; null where the owner has one door only. */
      doorLabel: z.string().nullable(),
      photoUrl: z.string().nullable(),
      rungAt: IsoTime,
      endsAt: IsoTime,
      outcome: Outcome.nullable(),
      answeredBy: z.string().nullable(),
      /** The name of the member of the household who answered. */
      answeredMember: z.string().nullish(),
      timeZone: z.string(),
      /** What that account's preferences allow to be pushed now: a ring, and its miss. */
      pushes: z.object({ ring: z.boolean(), missed: z.boolean() }),
      /** Also to phones and tablets. */
      toPhones: z.boolean(),
    }),
    errors: ['not_found'],
  }),
  operation({
    name: 'doorbell.push_notice',
    summary: "What notify says of a stored notification, or of a visit's newest message: asked when it sends, stored nowhere",
    caller: 'internal',
    from: ['notify'],
    limit: 'none',
    /**
     * `messageId`: the message that made the push due; others may have followed. `userId`: the account that is pushed to, where it is a
     * member of the door's household; alone: another service's push.
     */
    input: z.union([
      z.object({ notificationId: z.int() }),
      z.object({ activityId: z.int(), messageId: z.string(), userId: z.int().optional() }),
      z.object({ userId: z.int() }),
    ]),
    output: z.object({
      ownerId: z.int(),
      kind: z.enum(['message', 'visit', 'device', 'plan', 'joined', 'account']),
      /** The sender, requester or member, or the device. */
      name: z.string(),
      /** Their text. */
      text: z.string(),
      activityId: z.int().nullable(),
      /** What the owner's preferences allow to be pushed now. */
      pushed: z.boolean(),
      toPhones: z.boolean(),
    }),
    errors: ['not_found'],
  }),
  operation({
    name: 'doorbell.ring_reach',
    summary: 'Which open pages have shown a ring, and what may be mailed about it: called when no device has shown it',
    caller: 'internal',
    from: ['notify'],
    limit: 'none',
    input: z.object({ activityId: z.int() }),
    output: z.object({
      doorId: z.int(),
      live: z.boolean(),
      /** An open page has reported it. */
      onAPage: z.boolean(),
      /** It was only listed: do not disturb, quiet hours, or switched off. */
      rangQuietly: z.boolean(),
      /** What the owner's preferences allow to be mailed now. */
      mails: z.boolean(),
      /** Do not disturb or quiet hours are in effect, during which nothing is mailed. */
      quiet: z.boolean(),
      /** The reports of open pages, by session. */
      receipts: z.array(z.object({ session: z.string(), state: z.enum(['delivered', 'seen']), at: IsoTime })),
    }),
    errors: ['not_found'],
  }),
  operation({
    name: 'doorbell.delivery_times',
    summary: 'When open pages first reported that they have these rings; those that none has reported are left out',
    caller: 'internal',
    from: ['notify'],
    limit: 'none',
    input: z.object({ activityIds: z.array(z.int()).max(DELIVERY_TIMES_MAX) }),
    output: z.object({ rings: z.array(z.object({ activityId: z.int(), at: IsoTime })) }),
    errors: [],
  }),
  operation({
    name: 'doorbell.push_preferences',
    summary: "What an account's preferences let be pushed of a ring now, and what stops it",
    caller: 'internal',
    from: ['notify'],
    limit: 'none',
    input: z.object({ userId: z.int() }),
    output: z.object({
      quiet: z.enum(['do_not_disturb', 'quiet_hours']).nullable(),
      /** When the quiet hours end. */
      until: IsoTime.nullable(),
      /** Push notifications at all. */
      push: z.boolean(),
      /** Push notifications of rings. */
      rings: z.boolean(),
      /** Also to phones and tablets. */
      toPhones: z.boolean(),
      /** The resident's time zone; UTC where it is not known. Absent in the answer of the release before. */
      timeZone: z.string().optional(),
    }),
    errors: [],
  }),
] as const
