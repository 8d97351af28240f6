/** Recording a call on both sides, and its film. */
import type { Page } from '@playwright/test'
import type { Shot } from './shot.ts'
import { type Call, inCall, press, see, seePicture, write } from './steps.ts'
import type { Studio } from './studio.ts'

async function ask({ home, door }: Call): Promise<void> {
  await press(home, 'More')
  await press(home, 'Ask to record')
  await see(door, 'The resident would like to record this call')
}

async function record(call: Call): Promise<void> {
  await ask(call)
  await press(call.door, 'Allow')
  await call.home.getByRole('timer', { name: 'Recorded time' }).waitFor()
}

/** Changes the language as the page's own link does; the call continues after the reload. */
async function reloadInGerman(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: 'de', url: page.url() }])
  await page.reload()
  await seePicture(page)
}

async function asked(studio: Studio): Promise<Call> {
  const call = await inCall(studio)
  await ask(call)
  return call
}

async function recorded(studio: Studio, how?: 'Video Call' | 'Audio Call'): Promise<Call> {
  const call = await inCall(studio, how)
  await record(call)
  return call
}

const RECORDED_FOR_MS = 12_000

/** The page of a resident with the film of a call, once it is made. */
async function withFilm(studio: Studio, path: string): Promise<Page> {
  const { home, door } = await recorded(studio)
  await home.waitForTimeout(RECORDED_FOR_MS)
  await press(home, 'End')
  await see(door, 'Call Ended')
  await home.goto(`${studio.world.url}${path}`)
  return home
}

async function filmInHistory(studio: Studio): Promise<Page> {
  const home = await withFilm(studio, '/visitors-page')
  await home.getByRole('button', { name: /^View Details/ }).click()
  await home.getByRole('button', { name: /^Play recording/ }).waitFor({ timeout: 60_000 })
  return home
}

export const recordingShots: readonly Shot[] = [
  { name: 'recording-asked', take: async (studio) => (await asked(studio)).door },
  {
    name: 'recording-asked-in-chat',
    take: async (studio) => {
      const call = await inCall(studio)
      await press(call.door, 'Chat')
      await write(call.door, 'Shall I leave it here?')
      await ask(call)
      return call.door
    },
  },
  {
    name: 'recording-asked-german',
    take: async (studio) => {
      const call = await inCall(studio)
      await reloadInGerman(call.door)
      await press(call.home, 'More')
      await press(call.home, 'Ask to record')
      await see(call.door, 'Dürfen die Bewohner diesen Anruf aufnehmen?')
      return call.door
    },
  },
  {
    name: 'recording-visitor-german',
    take: async (studio) => {
      const { home, door } = await inCall(studio)
      await reloadInGerman(door)
      await press(home, 'More')
      await press(home, 'Ask to record')
      await press(door, 'Erlauben')
      await home.getByRole('timer', { name: 'Recorded time' }).waitFor()
      return door
    },
  },
  {
    name: 'recording-offer-german',
    take: async (studio) => {
      const { home } = await inCall(studio)
      await reloadInGerman(home)
      await home.setViewportSize({ width: 1440, height: 900 })
      await press(home, 'Aufnehmen')
      await see(home, 'Um Erlaubnis fragen')
      return home
    },
  },
  { name: 'recording-visitor', take: async (studio) => (await recorded(studio)).door },
  {
    name: 'recording-visitor-chat',
    take: async (studio) => {
      const { door } = await recorded(studio)
      await press(door, 'Chat')
      await write(door, 'Shall I leave it here?')
      return door
    },
  },
  { name: 'recording-visitor-audio', take: async (studio) => (await recorded(studio, 'Audio Call')).door },
  {
    name: 'recording-visitor-stopped',
    take: async (studio) => {
      const { door } = await recorded(studio)
      await press(door, 'Stop recording')
      await see(door, 'Recording stopped')
      return door
    },
  },
  {
    name: 'recording-visitor-ended',
    take: async (studio) => {
      const { home, door } = await recorded(studio)
      await press(home, 'End')
      await see(door, /^This call was recorded/)
      return door
    },
  },
  {
    name: 'recording-offer-phone',
    take: async (studio) => {
      const { home } = await inCall(studio)
      await press(home, 'More')
      await see(home, 'Ask to record')
      return home
    },
  },
  {
    name: 'recording-offer-desktop',
    take: async (studio) => {
      const { home } = await inCall(studio)
      await home.setViewportSize({ width: 1440, height: 900 })
      await press(home, 'Record')
      await see(home, 'Ask to record')
      return home
    },
  },
  { name: 'recording-asking', take: async (studio) => (await asked(studio)).home },
  { name: 'recording-resident', take: async (studio) => (await recorded(studio)).home },
  {
    name: 'recording-refused',
    take: async (studio) => {
      const { home, door } = await asked(studio)
      await press(door, 'No')
      await see(home, /does not want to be recorded/)
      return home
    },
  },
  {
    name: 'film-being-made',
    take: async (studio) => {
      const home = await withFilm(studio, '/visitors-page')
      await home.getByRole('button', { name: /^View Details/ }).click()
      await see(home, 'What happened')
      return home
    },
  },
  { name: 'film-in-history', take: filmInHistory },
  {
    name: 'film-player',
    take: async (studio) => {
      const home = await filmInHistory(studio)
      await home.getByRole('button', { name: /^Play recording/ }).click()
      await home.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1)
      return home
    },
  },
  {
    name: 'film-remove',
    take: async (studio) => {
      const home = await filmInHistory(studio)
      await press(home, 'Delete')
      await see(home, 'Delete this recording?')
      return home
    },
  },
  {
    name: 'films-in-settings',
    take: async (studio) => {
      const home = await withFilm(studio, '/settings/doors')
      const play = home.getByRole('button', { name: /^Play recording/ })
      await play.waitFor({ timeout: 60_000 })
      await play.scrollIntoViewIfNeeded()
      return home
    },
  },
]
