import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { ErrorBoundary } from './error-boundary.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

/** A boundary as React drives it, without a page. `fail`: its children throw once. */
function boundary() {
  const props = { children: 'the page', fallback: (error: unknown) => `failed: ${error}`, shown: '/doorbell' }
  const made = new ErrorBoundary(props)
  const set = (state: Partial<ErrorBoundary['state']>) => Object.assign(made, { state: { ...made.state, ...state } })
  Object.assign(made, { setState: set })
  const fail = () => {
    set(ErrorBoundary.getDerivedStateFromError('nodes are gone'))
    const meanwhile = made.render()
    made.componentDidCatch()
    return [meanwhile, made.render()]
  }
  const show = (shown: string) => {
    const before = made.props
    Object.assign(made, { props: { ...before, shown } })
    made.componentDidUpdate(before)
  }
  return { made, fail, show }
}

test('children that failed are mounted anew', () => {
  const { made, fail } = boundary()
  expect(made.render()).toBe('the page')
  for (let times = 0; times < 2; times += 1) expect(fail()).toEqual(['failed: nodes are gone', 'the page'])
})

test('children that fail again and again stay away until something else is shown', () => {
  const { made, fail, show } = boundary()
  for (let times = 0; times < 3; times += 1) fail()
  expect(made.render()).toBe('failed: nodes are gone')
  show('/doorbell')
  expect(made.render()).toBe('failed: nodes are gone')
  show('/contacts')
  expect(made.render()).toBe('the page')
})

test('a failure now and then is none again and again', () => {
  const { fail } = boundary()
  for (let times = 0; times < 5; times += 1) {
    expect(fail()[1]).toBe('the page')
    jest.advanceTimersByTime(6_000)
  }
})
