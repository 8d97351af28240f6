/** A limit of the contract that is raised beyond its column fails here, and not at the first long text. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { FIELD } from '#proto/limits.ts'
import { NOTIFICATION_KINDS } from '#proto/notification-kinds.ts'
import { RING_DETAIL_NAMES, RING_DETAILS } from '#proto/ring-details.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'

/** Columns that store a typed text, or a copy of one. */
const COLUMNS: Readonly<Record<string, readonly [column: string, limit: keyof typeof FIELD][]>> = {
  auth: [
    ['User.username', 'username'],
    ['User.firstName', 'name'],
    ['User.lastName', 'name'],
    ['User.email', 'email'],
    ['User.phone', 'phone'],
    ['User.address', 'address'],
    ['MailToken.email', 'email'],
    ['Mail.to', 'email'],
  ],
  doorbell: [
    ['Owner.timeZone', 'timeZone'],
    ['Door.label', 'doorLabel'],
    ['Door.qrCodeId', 'qrCodeId'],
    ['DoorCode.qrCodeId', 'qrCodeId'],
    ['Activity.qrCodeId', 'qrCodeId'],
    ['Activity.visitorName', 'visitorName'],
    ['Activity.answeredBy', 'deviceName'],
    ['Notification.name', 'visitorName'],
    ['Contact.firstName', 'name'],
    ['Contact.lastName', 'name'],
    ['Contact.email', 'email'],
    ['Contact.phone', 'contactPhone'],
    ['Contact.address', 'contactAddress'],
    ['Contact.notes', 'contactNotes'],
    ['VisitRequest.qrCodeId', 'qrCodeId'],
    ['VisitRequest.visitorName', 'visitorName'],
    ['VisitRequest.email', 'email'],
    ['VisitRequest.phone', 'phone'],
    ['VisitRequest.residentName', 'visitorName'],
    ['VisitRequest.purpose', 'visitPurpose'],
    ['VisitRequest.timeZone', 'timeZone'],
  ],
  security: [['LoginAttempt.username', 'username']],
  notify: [
    ['Device.name', 'deviceName'],
    ['Device.endpoint', 'pushEndpoint'],
    ['Device.p256dh', 'pushKey'],
    ['Device.publicKey', 'pushKey'],
    ['Ring.device', 'deviceName'],
  ],
}

/** @returns the length of a column in characters; Infinity for text */
function lengthOf(schema: string, column: string): number {
  const [model, name] = column.split('.')
  const body = new RegExp(`^model ${model} \\{(.*?)^\\}`, 'ms').exec(schema)?.[1]
  const line = new RegExp(`^  ${name} .*$`, 'm').exec(body ?? '')?.[0]
  if (line === undefined) throw new Error(`the schema has no ${column}`)
  const length = /@db\.VarChar\((\d+)\)/.exec(line)?.[1]
  return length === undefined ? Number.POSITIVE_INFINITY : Number(length)
}

const schemaOf = (service: string) => readFileSync(join(ROOT, 'services', service, 'prisma/schema.prisma'), 'utf8')

test.each(Object.entries(COLUMNS))('each text column of %s takes what its limit allows', (service, columns) => {
  const schema = schemaOf(service)
  const tooShort = columns.filter(([column, limit]) => lengthOf(schema, column) < FIELD[limit])
  expect(tooShort).toEqual([])
})

test('each detail of a ring has a column that takes it', () => {
  const schema = schemaOf('doorbell')
  expect(RING_DETAIL_NAMES.filter((name) => lengthOf(schema, `Activity.${name}`) < RING_DETAILS[name].max)).toEqual([])
})

test('the column of a notification takes every kind', () => {
  const length = lengthOf(schemaOf('doorbell'), 'Notification.kind')
  expect(NOTIFICATION_KINDS.filter((kind) => kind.length > length)).toEqual([])
})
