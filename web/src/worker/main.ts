/**
 * The service worker of the resident's app: pushes, clicks on them, and the shell (record 0067). The visitor's page never
 * registers it, and its requests are not handled by it.
 */

import { ACTIVATE } from '../core/push/app-worker.ts'
import { inputOf, subscribe } from '../core/push/subscription.ts'
import { createClicks } from './clicks.ts'
import { createPushes, dataOf } from './pushes.ts'
import type { Scope } from './scope.ts'
import { sendJson } from './send-json.ts'
import { createShell, type ShellFiles } from './shell.ts'

declare const self: Scope
declare const SHELL_FILES: ShellFiles
declare const SHELL_VERSION: string

function start(scope: Scope): void {
  const shell = createShell(scope, SHELL_FILES, SHELL_VERSION)
  const pushes = createPushes(scope)
  const open = createClicks(scope)

  scope.addEventListener('install', (event) => event.waitUntil(shell.store()))
  scope.addEventListener('activate', (event) => event.waitUntil(Promise.all([shell.removeOthers(), scope.clients.claim()])))
  scope.addEventListener('message', (event) => event.data === ACTIVATE && event.waitUntil(scope.skipWaiting()))
  scope.addEventListener('fetch', (event) => {
    const answer = shell.answer(event)
    if (!answer) return
    event.respondWith(answer)
    // The language that the server chooses may have changed since; the next page has it.
    if (event.request.mode === 'navigate') event.waitUntil(shell.store().catch(() => undefined))
  })
  scope.addEventListener('push', (event) => event.waitUntil(pushes.show(event)))
  scope.addEventListener('notificationclick', (event) => {
    const { notification, action } = event
    event.waitUntil(Promise.all([open(notification, action), pushes.report(dataOf(notification).token, 'clicked')]))
  })
  scope.addEventListener('notificationclose', (event) => event.waitUntil(pushes.report(dataOf(event.notification).token, 'closed')))
  scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(scope)))
}

/** The browser has ended its subscription; a page would notice at its next load only. */
async function renew({ fetch, registration }: Scope): Promise<void> {
  const { publicKey } = (await (await fetch('/api/push/key')).json()) as { readonly publicKey: string }
  const input = inputOf(await subscribe(registration.pushManager, publicKey), publicKey, 'granted')
  await sendJson(fetch, 'PUT', '/api/devices/current/push', input)
}

start(self)
