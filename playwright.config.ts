import { defineConfig } from '@playwright/test'

/**
 * Situations in a real browser. The fixtures find the browser and start one whole product per worker. A file's folder is its project:
 * in `calls` camera and microphone flow, or real time is measured; everything else is in `pages`. `npm test` runs them one after the other.
 */
export default defineConfig({
  globalSetup: './scripts/testing/run/e2e-setup.ts',
  testMatch: '**/*.spec.ts',
  // A shared machine of continuous integration stalls for seconds: there one at a time, and nothing waits for another product.
  workers: process.env.CI ? 1 : 2,
  projects: [
    { name: 'pages', testDir: 'web/e2e/pages' },
    { name: 'calls', testDir: 'web/e2e/calls', workers: 1 },
  ],
  // A test that passes only on its retry is listed as flaky at the end of `npm test` and must be fixed. Without CI nothing is retried.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  outputDir: 'test-results',
  reporter: [['list'], ...(process.env.E2E_JSON ? [['json', { outputFile: process.env.E2E_JSON }] as const] : [])],
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    // A trace of every situation costs a quarter of the suite's time: ask for one with --trace on.
    trace: process.env.CI ? 'on-first-retry' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
  },
})
