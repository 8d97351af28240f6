/** Requests without sockets: open dashboards, sign-ins, and the flood of one door. */
import { sleep } from 'k6'
import exec from 'k6/execution'
import http from 'k6/http'
import { codeOf, expectStatus, metrics, observe, paramsOf, send, settings } from './context.ts'
import { populationOf, type Registered } from './population.ts'

/** TIME.activitiesPoll of the contract. */
const POLL_SECONDS = 5
/** The requests of the dashboard when it opens. */
const OPENING = ['/api/user', '/api/doors', '/api/activities', '/api/notifications', '/api/notifications/unread', '/api/preferences']

/** One tab: everything once, then the list of activities every five seconds. */
export function dashboard(registered?: Registered): void {
  const { accounts, account: accountAt } = populationOf(registered)
  const account = accountAt(exec.vu.idInInstance % accounts)
  const read = (name: string, path: string) =>
    metrics.readsAnswered.add(expectStatus(name, send(name, 'GET', path, undefined, account?.cookie), 200))
  if (exec.vu.iterationInScenario === 0) {
    sleep(Math.random() * POLL_SECONDS)
    for (const path of OPENING) read('open', path)
  }
  sleep(POLL_SECONDS)
  read('poll', '/api/activities')
}

/** Signs in, loads the account, and signs out, so that sessions do not accumulate. */
export function signIn(registered?: Registered): void {
  const { accounts, account } = populationOf(registered)
  const { username = '', password = '' } = account(exec.scenario.iterationInInstance % accounts) ?? {}
  const answer = send('sign-in', 'POST', '/api/login', { username, password })
  const done = expectStatus('sign-in', answer, 200)
  metrics.signIns.add(done)
  if (!done) return
  expectStatus('user', send('user', 'GET', '/api/user'), 200)
  expectStatus('sign-out', send('sign-out', 'POST', '/api/logout', {}), 200)
}

/** Rings at one door at the given rate; the product refuses most of it. */
export function flood(registered?: Registered): void {
  const { accounts, account } = populationOf(registered)
  const door = account(accounts - 1)?.qrCodeId ?? ''
  const body = JSON.stringify({ visitorName: 'Load Flood', message: 'Again.' })
  const expected = { responseCallback: http.expectedStatuses(201, 429) }
  const answer = http.post(`${settings.url}/api/doorbell/ring/${door}`, body, { ...paramsOf('flood'), ...expected })
  const held = answer.status === 201 || answer.status === 429
  observe(metrics.floodsHeld, 'flooding ring is answered 201 or 429', held)
  if (answer.status === 429) metrics.refusals.add(1, { code: codeOf(answer) })
  else if (!held) metrics.errors.add(1, { step: 'flood', code: codeOf(answer) })
}
