/**
 * Jest runs the TypeScript files as they are: Node 24 strips the types (`transform: {}`). Two projects: `unit` beside pure code,
 * `wire` in services' test folders against real servers. ES modules in Jest need a flag of Node: started without it (`npx jest <path>`),
 * Jest is started again with it.
 */
import { spawnSync } from 'node:child_process'
import vm from 'node:vm'

if (!vm.SourceTextModule) {
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
  const again = spawnSync(process.execPath, [...flags, ...process.argv.slice(1)], { stdio: 'inherit' })
  process.exit(again.status ?? 1)
}

const shared = {
  transform: {},
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  testEnvironment: 'node',
  modulePathIgnorePatterns: ['/dist/', '/generated/', '/.data/', '/.cache/'],
}

const wire = {
  ...shared,
  setupFilesAfterEnv: ['<rootDir>/scripts/testing/jest/wire-tests.ts'],
  globalSetup: '<rootDir>/scripts/testing/jest/setup.ts',
  globalTeardown: '<rootDir>/scripts/testing/jest/teardown.ts',
}

export default {
  testTimeout: 60_000,
  testSequencer: '<rootDir>/scripts/testing/jest/sequencer.ts',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{proto,services,scripts,web}/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '/services/[^/]+/test/', '\\.wire\\.test\\.ts$', '/web/e2e/'],
    },
    {
      ...wire,
      displayName: 'wire',
      testMatch: ['<rootDir>/services/*/test/**/*.test.ts', '<rootDir>/scripts/**/*.wire.test.ts'],
      testPathIgnorePatterns: ['/node_modules/'],
    },
  ],
}
