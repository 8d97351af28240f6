import { type Break, lines } from './break.ts'

export const BREAKS: readonly Break[] = [
  {
    name: 'action-is-tried-before-the-password',
    file: 'web/src/core/reauthentication.ts',
    find: 'if (!(await isFresh())) await confirm()',
    replace: '',
    tests: ['web/src/core/reauthentication.test.ts', 'web/e2e/pages/accounts-settings.spec.ts'],
  },
  {
    name: 'late-poll-hides-a-ring',
    file: 'web/src/core/queries/activities.ts',
    find: 'return mergeLists(cache.activities(), lists, { before, hasLeft })',
    replace: 'return mergeLists([], lists, { before, hasLeft })',
    tests: ['web/src/core/queries/activities.test.ts'],
  },
  {
    name: 'lost-socket-is-not-opened-again',
    file: 'web/src/core/socket.ts',
    find: "this.#timers.set('connect', plan.wait, () => this.#connect())",
    replace: '',
    tests: ['web/src/core/socket.test.ts', 'web/e2e/pages/service-killed-while-ringing.spec.ts'],
  },
  {
    name: 'outbox-is-not-sent-after-a-reconnect',
    file: 'web/src/core/outbox.ts',
    find: lines(
      'const isBack = registered && !this.#registered',
      '    this.#registered = registered',
      '    if (isBack) this.#sendDue(() => true)',
    ),
    replace: 'this.#registered = registered',
    tests: ['web/src/core/outbox.test.ts', 'web/e2e/pages/intents-survive-offline.spec.ts'],
  },
  {
    name: 'answer-is-not-repeated-after-a-network-error',
    file: 'web/src/features/live-call/answer.ts',
    find: "!isApiError(error, 'network', 'unavailable', 'internal', 'limited')",
    replace: "!isApiError(error, 'limited')",
    tests: [
      'web/e2e/pages/incoming.spec.ts',
      'web/e2e/pages/intents-survive-offline.spec.ts',
      'web/e2e/pages/service-killed-while-ringing.spec.ts',
    ],
  },
]
