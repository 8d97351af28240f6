import type { Log } from '#kit/log.ts'
import type { PushPayload } from '#proto/push.ts'
import type { DoorbellClient, Notice } from '../core/ports.ts'
import { buildPayload, type PayloadOptions } from './build-payload.ts'
import { type PushTexts, pushLanguage, pushTexts } from './push-texts.ts'
import type { ClaimedPush } from './pushes.ts'
import { checkWriter, isCheck } from './write-check.ts'
import { mayPush, type Questions, type Writer } from './writer.ts'

type WriteNoticeDeps = {
  readonly doorbell: Pick<DoorbellClient, 'noticeOf' | 'preferencesOf'>
  readonly questions: Questions
  readonly log: Log
  readonly publicUrl: string
}

/** The operation of doorbell that is called; `account`: notify has the texts, and only the preferences are read. */
function askedFor({ kind, activityId, ref, userId }: ClaimedPush): Parameters<DoorbellClient['noticeOf']>[0] {
  if (kind === 'message' && activityId !== null && ref !== null) return { activityId, messageId: ref, userId }
  return kind === 'system' && ref !== null ? { notificationId: Number(ref) } : { userId }
}

/** @param push any of its subject @returns undefined where doorbell did not answer */
export async function noticeWriter(
  { doorbell, questions, log, publicUrl }: WriteNoticeDeps,
  push: ClaimedPush,
): Promise<Writer | undefined> {
  try {
    if (isCheck(push)) return checkWriter(await doorbell.preferencesOf(push.userId), publicUrl)
    const turn = await questions.run(push.userId, () => doorbell.noticeOf(askedFor(push)))
    if ('refused' in turn) return undefined
    const notice = turn.result
    return (claimed, now) => {
      if (!notice) return 'dropped'
      // The end of a session is pushed whatever the preferences: without it the device would silently stop ringing.
      if (push.kind !== 'session' && !(notice.pushed && mayPush(claimed, notice.toPhones))) return 'withheld'
      return buildNotice(claimed, notice, { publicUrl, now })
    }
  } catch (err) {
    log.warn({ err, kind: push.kind }, 'push content not available')
    return undefined
  }
}

type Said = { readonly title: string; readonly body: string; readonly path: string }

const buildNotice = (push: ClaimedPush, notice: Notice, { publicUrl, now }: PayloadOptions): PushPayload =>
  buildPayload(push, publicUrl, {
    ...wordsOf(push, notice, pushTexts(pushLanguage(push.device.language))),
    ...{ endsAt: null, timestamp: now.getTime() },
  })

function wordsOf({ kind, device, ref, activityId }: ClaimedPush, { kind: what, name, text }: Notice, texts: PushTexts): Said {
  const { details } = device
  if (kind === 'alert') return { title: texts.alert, body: texts.alertBody, path: '/security' }
  if (kind === 'session') return { title: texts.sessionEnds(dayOf(ref, device.language)), body: texts.sessionEndsBody, path: '/' }
  const body = details ? text : ''
  switch (what) {
    case 'message':
      return { title: details ? texts.messageFrom(name) : texts.newMessage, body, path: `/rings/${activityId}?open=chat` }
    case 'visit':
      return { title: details ? texts.visitAsked(name) : texts.newVisitRequest, body, path: '/notifications' }
    case 'plan':
      return { title: texts.planChanged, body: '', path: '/subscription' }
    case 'joined':
      return { title: details ? texts.joined(name) : texts.memberJoined, body: '', path: '/household' }
    case 'device':
    // The text of an alert or a session does not depend on the notice.
    case 'account':
      return { title: texts.newDevice, body: name, path: '/security' }
    default:
      return what satisfies never
  }
}

const dayOf = (iso: string | null, language: string) =>
  new Intl.DateTimeFormat(pushLanguage(language), { dateStyle: 'long', timeZone: 'UTC' }).format(iso ? new Date(iso) : 0)
