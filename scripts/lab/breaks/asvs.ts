/** Breaks of ten rows of docs/asvs.md, drawn at random from those that a test holds. */
import { type Break, lines } from './break.ts'

export const BREAKS: readonly Break[] = [
  {
    // 1.2.1
    name: 'message-of-a-visitor-is-markup',
    file: 'web/src/visitor/panels/waiting-panel.tsx',
    find: '<span>{visit.message}</span>',
    replace: '<span dangerouslySetInnerHTML={{ __html: visit.message ?? "" }} />',
    tests: ['services/gateway/test/visitor-rendering.test.ts'],
  },
  {
    // 1.3.9
    name: 'any-text-is-part-of-a-redis-key',
    file: 'services/gateway/src/handlers/forward.ts',
    find: "typeof qrCodeId === 'string' && DOOR.test(qrCodeId)",
    replace: "typeof qrCodeId === 'string'",
    tests: ['services/gateway/test/admission.test.ts'],
  },
  {
    // 3.4.6
    name: 'pages-can-be-framed',
    file: 'services/gateway/src/handlers/headers.ts',
    find: `        frameAncestors: ["'none'"],\n`,
    replace: '',
    tests: ['services/gateway/test/edge.test.ts'],
  },
  {
    // 5.4.2
    name: 'file-name-holds-what-was-typed',
    file: 'services/doorbell/src/history/export.ts',
    find: ".replace(/[^\\w]+/g, '-')",
    replace: '',
    tests: ['services/doorbell/src/history/export.test.ts'],
  },
  {
    // 6.6.3
    name: 'sign-in-links-without-end',
    file: 'services/auth/src/sign-in/sign-in-links.store.ts',
    find: '        if (wait > 0) return wait\n',
    replace: '',
    tests: ['services/auth/test/sign-in-link.test.ts'],
  },
  {
    // 8.3.1
    name: 'page-decides-about-premium',
    file: 'services/doorbell/src/rings/answer-ring.ts',
    find: 'if (await billing.isPremium(ring.ownerId)) return',
    replace: 'if (billing) return',
    tests: ['services/doorbell/test/answers.test.ts'],
  },
  {
    // 9.1.3
    name: 'tokens-of-any-known-key-count',
    file: 'services/kit/src/tokens.ts',
    find: 'for (const key of keysOf(verifying)) {',
    replace: 'for (const key of [...keysOf(verifying), ...keys.keys()]) {',
    tests: ['services/kit/src/tokens.test.ts'],
  },
  {
    // 14.1.1
    name: 'one-column-of-a-table-is-enough',
    file: 'scripts/check/privacy.ts',
    find: 'columns.filter((column) => !listed.get(name)?.has(column))',
    replace: 'columns.filter(() => !listed.has(name))',
    tests: ['scripts/check/privacy.test.ts'],
  },
  {
    // 15.3.7
    name: 'body-overrides-the-path',
    file: 'services/gateway/src/handlers/forward.ts',
    find: lines(
      "for (const key of Object.keys(params)) if (key in rest) throw invalidField(key, 'unknown_field')",
      '  return { ...rest, ...params }',
    ),
    replace: 'return { ...params, ...rest }',
    tests: ['services/gateway/test/odd-requests.test.ts'],
  },
  {
    // 16.5.1
    name: 'internal-errors-say-why',
    file: 'services/gateway/src/handlers/errors.ts',
    find: '  refuse(request, response, appError)\n}\n\nexport',
    replace: lines(
      "  if (appError.code === 'internal') writeJson(response, 500, { ...appError.toBody(), message: String(error) }, {})",
      '  else refuse(request, response, appError)',
      '}',
      '',
      'export',
    ),
    tests: ['services/gateway/src/handlers/errors.test.ts'],
  },
]
