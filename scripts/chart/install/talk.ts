/** A ring, a chat and a video call in Chromium through the ingress; recorded calls. */
import type { Resident } from '../../testing/people.ts'
import { eventually } from '../../testing/wait.ts'
import type { Installation } from './installation.ts'
import { Pages } from './pages.ts'

/** After its node was killed: 45 s until doorbell treats the recording as lost, and its job. */
const FILM_MS = 180_000
/** The Service chooses a copy at random: all eight on the same one happens once in 256 runs. */
const MOST_TRIES = 8

/** How many copies of the gateway have open sockets. */
async function gatewaysInUse({ cluster }: Installation): Promise<number> {
  const read =
    "fetch('http://127.0.0.1:8080/metrics').then((a) => a.text()).then((t) => console.log(/^doorbell_sockets_open (\\d+)/m.exec(t)[1]))"
  const open = (await cluster.pods('gateway')).map((pod) => cluster.exec(pod, 'node', '--eval', read))
  return (await Promise.all(open)).filter((text) => Number(text) > 0).length
}

/** A chat and a video call, each until its parties are on different copies of the gateway. */
export async function chatAndCall(installation: Installation): Promise<void> {
  const resident = await installation.premium()
  for (const what of ['chat', 'videoCall'] as const)
    for (let tries = 1, copies = 0; copies < 2; tries += 1) {
      if (tries > MOST_TRIES) throw new Error(`both parties were on one copy of the gateway ${MOST_TRIES} times`)
      const pages = await Pages.open(installation.url, resident)
      const onRing = async () => {
        copies = await gatewaysInUse(installation)
      }
      try {
        await installation.progress.step(
          what,
          () => pages[what](onRing),
          () => (copies > 1 ? 'on two copies of the gateway' : 'on one copy: again'),
        )
        if (pages.broken.length > 0) throw new Error(`assets failed: ${pages.broken.join(', ')}`)
      } finally {
        await pages.close()
      }
    }
  await resident.leave()
}

/** The film of the only recorded call of a resident, whose bytes say what they are. */
async function expectFilm(resident: Resident, host: string): Promise<string> {
  const done = async () => (await resident.call('doorbell.films', {})).find(({ state }) => state === 'ready' || state === 'failed')
  const film = await eventually('the film to be made', done, FILM_MS)
  if (film.state === 'failed') throw new Error('the film could not be made')
  const { status, body } = await resident.client.bytes(`/api/films/${film.id}/video`, { host })
  const missing = ['ftyp', 'avc1', 'mp4a'].filter((box) => !body.includes(box))
  if (status !== 200 || missing.length > 0) throw new Error(`the film is no MP4 of H264 and AAC: ${status}, without ${missing.join(', ')}`)
  return `a film of ${film.seconds} s, ${Math.round(body.length / 1_000)} kB`
}

/** A call is recorded and its film made. @param end how the recording ends */
export async function recordCall(
  installation: Installation,
  what: string,
  end: (pages: Pages) => Promise<void> = (pages) => pages.stopRecording(),
): Promise<void> {
  const resident = await installation.premium()
  const { unavailable } = await resident.call('doorbell.recording_status', {})
  if (unavailable !== null) throw new Error(`calls are not recorded: ${unavailable}`)
  const pages = await Pages.open(installation.url, resident)
  try {
    await installation.progress.step(
      what,
      async () => {
        await pages.recordedCall(() => end(pages))
        return expectFilm(resident, installation.host)
      },
      (film) => film,
    )
  } finally {
    await pages.close()
    await resident.leave()
  }
}

/** After a stop of the recording, and after the node that records is killed: all copies, because a call is on one of them. */
export async function recordCalls(installation: Installation): Promise<void> {
  const { cluster } = installation
  await recordCall(installation, 'recording')
  await recordCall(installation, 'kill sfu that records', async () => {
    await Promise.all((await cluster.pods('sfu')).map((pod) => cluster.kill(pod)))
  })
}
