/** Actions of both people in tests of recorded calls and films. */
import { expect, type Locator, type Page } from '@playwright/test'

/** Generous, because films are made at the lowest CPU priority. */
export const FILM_MADE_WITHIN = 60_000

export const question = (door: Page) => door.getByRole('heading', { name: 'The resident would like to record this call' })
const recMark = (page: Page) => page.getByRole('img', { name: 'This call is being recorded' })

export async function askToRecord(home: Page): Promise<void> {
  await home.getByRole('button', { name: 'Record', exact: true }).click()
  await home.getByRole('button', { name: 'Ask to record' }).click()
}

export async function expectRecording(...pages: readonly Page[]): Promise<void> {
  await Promise.all(pages.map((page) => expect(recMark(page)).toBeVisible()))
}

/** Starts a recording, which the visitor allows. */
export async function record(home: Page, door: Page): Promise<void> {
  await askToRecord(home)
  await door.getByRole('button', { name: 'Allow' }).click()
  await expectRecording(home, door)
}

export async function expectNotRecording(...pages: readonly Page[]): Promise<void> {
  await Promise.all(pages.map((page) => expect(recMark(page)).toHaveCount(0)))
}

/** Waits until the resident's page shows the recording's length: both REC marks are acknowledged, and the server records. */
export async function expectRecordedSeconds(home: Page, seconds: number): Promise<void> {
  await expect
    .poll(async () => Number((await home.getByRole('timer', { name: 'Recorded time' }).textContent())?.slice(-2)))
    .toBeGreaterThanOrEqual(seconds)
}

/** Turns a tablet: above and below a width of 900 px, the details under the player have different layouts. */
async function expectPlaysOnWhenTurned(home: Page, video: Locator): Promise<void> {
  const size = home.viewportSize() ?? { width: 1280, height: 720 }
  const playing = await video.elementHandle()
  for (const width of [800, size.width]) {
    await home.setViewportSize({ ...size, width })
    await home.evaluate(() => new Promise((rendered) => requestAnimationFrame(() => requestAnimationFrame(rendered))))
    const isOnTop = await playing?.evaluate((element) => {
      const { left, top, width: wide, height: high } = element.getBoundingClientRect()
      return document.elementFromPoint(left + wide / 2, top + high / 2) === element
    })
    expect(isOnTop).toBe(true)
  }
}

/** Plays a film from the history, once it is made. @returns the button that plays it, which has the focus again */
export async function playFilm(home: Page, origin: string) {
  await home.goto(`${origin}/visitors-page`)
  const card = home.getByRole('article', { name: 'Vera Visitor' })
  await expect(card.getByText('Recording', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: /^View Details/ }).click()
  const play = home.getByRole('button', { name: 'Play recording of Vera Visitor' })
  await expect(play).toBeVisible({ timeout: FILM_MADE_WITHIN })
  await play.click()
  const video = home.getByRole('dialog', { name: 'Recording of Vera Visitor' }).locator('video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThanOrEqual(2)
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.5)
  expect(await video.evaluate((element: HTMLVideoElement) => [element.videoWidth > 0, element.error])).toEqual([true, null])
  await expectPlaysOnWhenTurned(home, video)
  await home.keyboard.press('Escape')
  await expect(video).toHaveCount(0)
  await expect(play).toBeFocused()
  return { card, play }
}
