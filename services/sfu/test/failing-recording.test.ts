// @all: a recording that cannot begin, with a program in the place of ffmpeg
/** A recording without any data ends by itself. ffmpeg is replaced by a program that behaves as it did with hostile descriptions. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { MediaNotice } from '#proto/operations/sfu.ts'
import { subjects } from '#proto/subjects.ts'
import { rtpParameters } from '#scripts/testing/media/rtp-parameters.ts'
import { readyNode } from '#scripts/testing/ready-node.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

const folder = mkdtempSync(join(tmpdir(), 'failing-'))
const ffmpeg = join(folder, 'ffmpeg')
const notices: MediaNotice[] = []
let world: Stack
let node: string
beforeAll(async () => {
  becomes('exit 1')
  world = await startStack({ services: ['sfu'], envOf: { sfu: { FFMPEG_BIN: ffmpeg } } })
  world.bus.subscribe(subjects.allMedia, (body) => notices.push(MediaNotice.parse(JSON.parse(body))))
  node = await readyNode(world)
})
afterAll(async () => {
  await world?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function becomes(script: string): void {
  writeFileSync(ffmpeg, `#!/bin/sh\n${script}\n`)
  chmodSync(ffmpeg, 0o755)
}

test.each([
  ['that ffmpeg refuses again and again', 'exit 1', '3f0f5c6e-5f3a-4b5e-9a35-0a6f2f8d7c01'],
  ['whose pieces are empty', ': > piece-00000.mkv; echo piece-00000.mkv,0.0,8.5; exec sleep 60', '3f0f5c6e-5f3a-4b5e-9a35-0a6f2f8d7c02'],
])(
  'a recording %s ends as failed',
  async (_what, script, recordingId) => {
    becomes(script)
    const room = `recorded-${recordingId}`
    await world.rpc('sfu.open_room', { room }, {}, { node })
    const at = { room, peer: 'v' }
    const { send } = await world.rpc('sfu.join', { ...at, side: 'visitor', fresh: false }, {}, { node })
    const sound = { source: 'microphone', rtpParameters: rtpParameters('microphone'), paused: false } as const
    await world.rpc('sfu.produce', { ...at, transportId: send.id, ...sound }, {}, { node })
    await world.rpc('sfu.activate', { room, kind: 'audio', peers: ['v'] }, {}, { node })
    const options = { kind: 'audio', resident: 'r', upload: 'none', startedAt: new Date().toISOString(), maxMs: 60_000 } as const
    await world.rpc('sfu.start_recording', { room, recordingId, ...options }, {}, { node, timeout: 10_000 })
    const ended = { type: 'recording', room, recordingId, ended: 'failed' }
    await eventually('the notice of the end', () => notices.some((notice) => JSON.stringify(notice) === JSON.stringify(ended)), 20_000)
    expect(notices.filter((notice) => notice.type === 'recording' && notice.recordingId === recordingId && notice.ended)).toHaveLength(1)
  },
  60_000,
)
