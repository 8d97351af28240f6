/**
 * The kind of a mail. It is stored with the mail, and limits count by it: subjects are translated, change, and are the same for several
 * kinds. The prefix keeps the kinds of one catalogue of texts apart from those of another, so that no two share a limit.
 */
import type { MailedAlert } from '#proto/alert-kinds.ts'
import type { Input } from '#proto/operations/index.ts'

export type GeneralMailKind = 'verification' | 'newAddress' | 'changeAsked' | 'summary' | 'pass' | 'invitation'
export type AccountMailKind =
  | 'passwordChanged'
  | 'resetPassword'
  | 'emailChanged'
  | 'emailBack'
  | 'emailTaken'
  | 'deletionWaits'
  | 'deleted'
  | 'notificationsOff'
  | 'logsOff'
  | 'sessionEnds'
export type FactorMailKind =
  | 'turnedOn'
  | 'turnedOff'
  | 'codesReplaced'
  | 'codeUsed'
  | 'recoveryLink'
  | 'recoveryBegun'
  | 'recoveryCancelled'
  | 'recoveryEnded'
  | 'operatorReset'
  | 'signInLink'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'passkeyCopied'
export type ApiTokenMailKind = 'created'
export type PlanMailKind = Input<'auth.mail_plan'>['about']
export type RingMailKind = 'unseen' | 'many'
/** A question to the operator. Those of accounts without a confirmed address are counted together. */
type SupportMailKind = 'confirmed' | 'unconfirmed'

/** Stored: a kind is not renamed. */
export type MailKind =
  | `general.${GeneralMailKind}`
  | `account.${AccountMailKind}`
  | `factor.${FactorMailKind}`
  | `api_token.${ApiTokenMailKind}`
  | `alert.${MailedAlert}`
  | `plan.${PlanMailKind}`
  | `ring.${RingMailKind}`
  | `support.${SupportMailKind}`
