import { expect, test } from '@jest/globals'
import { boundaries, serviceFolders } from './boundaries.ts'
import { conventions } from './conventions.ts'
import { parse } from './source.ts'

const messages = (file: string, text: string) => boundaries([parse(file, text)]).map((finding) => `${finding.line}: ${finding.message}`)

test.each([
  [
    'services/signaling/src/domain/ring.ts',
    "import { billing } from '../../../billing/src/domain/tier.ts'",
    'A service never imports another',
  ],
  ['services/signaling/src/domain/ring.ts', "import { rings } from '../store/rings.ts'", 'Declare an interface in domain/'],
  ['services/signaling/src/handlers/ring.ts', "import { rings } from '../store/rings.ts'", 'A handler calls one use case'],
  ['services/signaling/src/store/rings.ts', "import { handlers } from '../handlers/ring.ts'", 'A store knows the domain alone'],
  ['services/kit/src/log.ts', "import { ring } from '../../doorbell/src/domain/ring.ts'", 'kit is infrastructure'],
  ['services/auth/src/app.ts', "import { world } from '#scripts/testing/world.ts'", 'A service imports kit and proto'],
  ['web/src/features/chat/panel.tsx', "export { Call } from '../call/view.tsx'", 'A feature never imports another'],
  ['web/src/core/socket.ts', "import { toast } from '../ui/toasts.tsx'", 'core ← ui ← features'],
  ['web/src/features/chat/panel.tsx', "const page = await import('../../resident/pages/contacts-page.tsx')", 'core ← ui ← features'],
  ['web/src/ui/time.ts', "import { historyTexts } from '../features/history/en-history.ts'", 'core ← ui ← features'],
  ['web/src/features/rings/modal.tsx', "import { visitTexts } from '../visits/en-visits.ts'", 'A feature never imports another'],
  ['web/src/visitor/title.ts', "import { callViewTexts } from '../features/calls/en-calls.ts'", 'core ← ui ← visitor'],
])('%s must not import %s', (file, text, advice) => {
  expect(messages(file, `\n${text}\n`)).toEqual([expect.stringContaining(`2: `)])
  expect(messages(file, text)[0]).toContain(advice)
})

test.each([
  ['services/signaling/src/app.ts', "import { rings } from './store/rings.ts'\nimport { log } from '#kit/log.ts'"],
  [
    'services/signaling/src/handlers/ring.ts',
    "import { ring } from '../domain/ring.ts'\nimport type { Input } from '#proto/operations/index.ts'",
  ],
  ['services/doorbell/test/ring.test.ts', "import { startStack } from '#scripts/testing/world.ts'"],
  ['web/src/features/chat/panel.tsx', "import { Button } from '../../ui/button.tsx'\nimport { view } from './view.ts'"],
  ['services/kit/src/log.ts', "import { z } from 'zod'\n// import { ring } from '../../doorbell/src/domain/ring.ts'"],
])('%s may import from lower layers', (file, text) => {
  expect(messages(file, text)).toEqual([])
})

const APP = parse(
  'services/notify/src/app.ts',
  "import { account } from './account/index.ts'\nimport { devices } from './devices/index.ts'\nconst app = [devices(core), account(core)]",
)
const inNotify = (file: string, text: string) =>
  boundaries([APP, parse(`services/notify/src/${file}`, text)]).map((finding) => `${finding.line}: ${finding.message}`)

test.each([
  ['devices/rename.ts', "import type pg from 'pg'", 'A file without an ending is domain'],
  ['devices/rename.ts', "import { readFile } from 'node:fs/promises'", 'A file without an ending is domain'],
  ['devices/rename.ts', "import { fetchRows } from '#kit/postgres.ts'", 'A file without an ending is domain'],
  ['devices/rename.ts', "import type { Bus } from '#kit/bus.ts'", 'A file without an ending is domain'],
  ['core/paging.ts', "import { Agent } from 'undici'", 'A file without an ending is domain'],
  ['devices/rename.ts', "import { openOutbox } from '#kit/outbox.ts'", 'A file without an ending is domain'],
  ['devices/rename.ts', "import { createDevices } from './devices.store.ts'", 'A file without an ending is domain'],
  ['devices/rename.ts', "import { FIND } from './devices.sql.ts'", 'A file without an ending is domain'],
  ['devices/rename.ts', "import { createDoorbell } from '../core/doorbell.client.ts'", 'A file without an ending is domain'],
  ['devices/rename.ts', "import { NotifyConfig } from '../config.ts'", 'A file without an ending is domain'],
  ['devices/rename.ts', "import { devices } from './index.ts'", 'A file without an ending is domain'],
  ['devices/devices.handlers.ts', "import { createDevices } from './devices.store.ts'", 'A handler calls one use case'],
  ['devices/auth.consumer.ts', "import type pg from 'pg'", 'A consumer calls one use case'],
  ['devices/devices.job.ts', "import { createPush } from '../core/push.adapter.ts'", 'A job calls one use case'],
  ['devices/devices.store.ts', "import { deviceHandlers } from './devices.handlers.ts'", 'A store knows the domain'],
  ['core/push.adapter.ts', "import { createPrisma } from './prisma.store.ts'", 'An adapter knows the domain alone'],
  ['devices/index.ts', "import { NotifyConfig } from '../config.ts'", 'index.ts joins the files of its feature'],
  ['devices/rename.ts', "import { exported } from '../account/exported.ts'", 'and the features before it in app.ts (devices, account)'],
  ['devices/index.ts', "import { account } from '../account/index.ts'", 'and the features before it in app.ts (devices, account)'],
  ['account/exported.ts', "import { rooms } from '../rooms/rooms.ts'", 'and the features before it in app.ts (devices, account)'],
  ['core/ports.ts', "import type { Device } from '../devices/devices.ts'", 'core/ is what features share'],
])('a file of a feature, %s, must not have %s', (file, text, advice) => {
  expect(inNotify(file, text)).toEqual([expect.stringMatching(/^1: imports /)])
  expect(inNotify(file, text)[0]).toContain(advice)
})

test.each([
  ['devices/rename.ts', "import { z } from 'zod'\nimport { Log } from '#kit/log.ts'\nimport type { Ports } from '../core/ports.ts'"],
  ['account/exported.ts', "import type { Device } from '../devices/devices.ts'"],
  ['devices/rename.ts', "import type { Outbox } from '#kit/outbox.ts'"],
  ['account/index.ts', "import { createPool } from '#kit/postgres.ts'\nimport { createAccount } from './account.store.ts'"],
  [
    'devices/devices.store.ts',
    "import type pg from 'pg'\nimport { Prisma } from '../../generated/client.ts'\nimport { FIND } from './devices.sql.ts'",
  ],
  ['devices/auth.consumer.ts', "import type { Bus } from '#kit/bus.ts'\nimport { remove } from './remove.ts'"],
  ['core/push.adapter.ts', "import { Agent } from 'undici'\nimport type { Pushes } from './ports.ts'"],
  ['config.ts', "import { parseHost } from './core/hosts.ts'"],
  ['devices/devices.test.ts', "import { createDevices } from './devices.store.ts'\nimport type pg from 'pg'"],
])('a file of a feature, %s, may import what its ending says', (file, text) => {
  expect(inNotify(file, text)).toEqual([])
})

test('a file of a service of features says its layer, and its feature is in app.ts', () => {
  const files = ['devices/x.service.ts', 'devices/deep/x.ts', 'helpers.ts', 'rooms/index.ts', 'devices/index.ts', 'core/x.adapter.ts']
  const found = serviceFolders([APP, ...files.map((file) => parse(`services/notify/src/${file}`, ''))])
  expect(found.map(({ file }) => file.replace('services/notify/src/', ''))).toEqual(files.slice(0, 4))
})

test('a folder with an unknown name is refused', () => {
  expect(serviceFolders([parse('services/signaling/src/utils/x.ts', ''), parse('services/signaling/src/domain/x.ts', '')])).toHaveLength(1)
})

test.each([
  ['services/signaling/src/domain/x.ts', 'const at = Date.now()', 'Time is an argument'],
  ['services/signaling/src/store/x.ts', "const sql = 'select NOW()'", 'SQL never asks its own clock'],
  ['services/kit/src/x.ts', 'const visitor = 1', 'no business word'],
  ['services/kit/src/x.ts', "await pool.query('SELECT 1')", 'SQL is a statement in a file *.sql.ts'],
  ['services/signaling/src/store/x.ts', 'await tx.$queryRaw`SELECT 1`', 'SQL is a statement in a file *.sql.ts'],
  ['services/signaling/src/store/x.ts', 'const FIND = statement({ sql })', 'Declare statements in a file *.sql.ts'],
  ['web/src/x.ts', 'const x = y as unknown as string', 'hides a mistake'],
  ['web/src/x.ts', '// TODO later', 'no TODO'],
  ['web/src/core/media/x.ts', 'const at = Date.now()', "A device's clock may be wrong"],
  ['web/src/resident/pages/x.tsx', 'const list = useQuery({ queryKey })', 'Queries belong to a feature'],
  ['web/src/ui/x.tsx', 'const save = useMutation({ mutationFn })', 'Queries belong to a feature'],
])('%s: %s breaks a convention', (file, text, advice) => {
  expect(conventions([parse(file, text)]).map((finding) => finding.message)).toEqual([expect.stringContaining(advice)])
})

test('a line or comment above 140 columns breaks a convention', () => {
  const found = (file: string, text: string) => conventions([parse(file, text)])
  const message = 'Break the line: at most 140 columns.'
  const comment = (columns: number) => `//${'👋'.repeat(columns - 2)}`
  expect(found('web/src/x.ts', `\n${comment(141)}`)).toEqual([{ file: 'web/src/x.ts', line: 2, message }])
  expect(found('scripts/check/x.mjs', 'x'.repeat(141))).toHaveLength(1)
  expect(found('web/src/x.tsx', `${comment(140)}\n${'x'.repeat(140)}`)).toEqual([])
})
