import { expect, test } from '@jest/globals'
import { createArming } from './arming.ts'
import { createStore } from './store.ts'

/** A browser that plays once it was touched. */
function browser({ touched = false } = {}) {
  const blocked = createStore(false)
  const page = new EventTarget()
  const calls: string[] = []
  let isTouched = touched
  const answer = async (call: string) => {
    calls.push(call)
    blocked.set(!isTouched)
  }
  const sounds = { blocked, arm: () => answer('arm'), ringOnce: () => answer('ring') }
  const touch = async (name: 'click' | 'keydown') => {
    isTouched = true
    page.dispatchEvent(new Event(name))
    await Promise.resolve()
    await Promise.resolve()
  }
  return { arming: createArming(sounds, page), calls, blocked, touch }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a page that nobody touched is muted, and unknown before the browser has said so', async () => {
  const { arming } = browser()
  expect(arming.state.get()).toBe('unknown')
  arming.start()
  await settled()
  expect(arming.state.get()).toBe('muted')
})

test('a page that the browser lets play is armed without a touch', async () => {
  const { arming } = browser({ touched: true })
  arming.start()
  await settled()
  expect(arming.state.get()).toBe('armed')
})

test.each(['click', 'keydown'] as const)('the first %s arms a page, and later ones try nothing', async (name) => {
  const { arming, calls, touch } = browser()
  arming.start()
  await settled()
  await touch(name)
  expect(arming.state.get()).toBe('armed')
  await touch(name)
  expect(calls).toEqual(['arm', 'arm'])
})

test('a ring that the browser refused mutes the page again', async () => {
  const { arming, blocked } = browser({ touched: true })
  arming.start()
  await settled()
  blocked.set(true)
  expect(arming.state.get()).toBe('muted')
})

test('the ring that is played once arms a page', async () => {
  const { arming, calls } = browser({ touched: true })
  await arming.ringOnce()
  expect([arming.state.get(), calls]).toEqual(['armed', ['ring']])
})

test('a stopped page listens no more', async () => {
  const { arming, calls, touch } = browser()
  const stop = arming.start()
  await settled()
  stop()
  await touch('click')
  expect(calls).toEqual(['arm'])
})
