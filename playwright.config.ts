import { defineConfig } from '@playwright/test'

/** Situations in a real browser (web/e2e). The fixtures find the browser and start one whole product per worker. */
export default defineConfig({
  testDir: 'web/e2e',
  testMatch: '*.spec.ts',
  workers: 1,
  // Told by name as flaky at the end of `npm test`, and to be mended; nowhere else does a second try hide a fault.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  outputDir: 'test-results',
  reporter: [['list'], ...(process.env.E2E_JSON ? [['json', { outputFile: process.env.E2E_JSON }] as const] : [])],
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
  },
})
