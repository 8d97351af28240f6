/** The background process of a first start: prepares the media worker at low priority. */
import { Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { StartError } from '../servers/server.ts'
import { prepareWorker } from './prepare.ts'

/** Ends the compilers (our process group) when the supervisor is gone. */
function endWithLauncher(fd: string | undefined): void {
  if (fd === undefined) return
  const end = () => process.kill(-process.pid, 'SIGTERM')
  new Socket({ fd: Number(fd) }).on('close', end).on('error', end).resume().unref()
}

setPriority(constants.priority.PRIORITY_LOW)
endWithLauncher(process.env.LAUNCHER_FD)
try {
  await prepareWorker((line) => console.log(line))
  console.log('calls are ready')
} catch (error) {
  console.log(error instanceof StartError ? error.message : `calls could not be prepared: ${(error as Error).message}`)
  process.exitCode = 1
}
process.exit()
