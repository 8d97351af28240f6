/** The background process of a first start: fetches ffmpeg at low priority. Without it calls are not recorded. */
import { Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { prepareFfmpeg } from '../servers/ffmpeg.ts'

/** Ends this process group, and apt with it, when the supervisor has ended. */
function endWithLauncher(fd: string | undefined): void {
  if (fd === undefined) return
  const end = () => process.kill(-process.pid, 'SIGTERM')
  new Socket({ fd: Number(fd) }).on('close', end).on('error', end).resume().unref()
}

setPriority(constants.priority.PRIORITY_LOW)
endWithLauncher(process.env.LAUNCHER_FD)
const found = await prepareFfmpeg((line) => console.log(line)).catch((error: Error) => {
  console.log(error.message)
  return undefined
})
console.log(
  found ? 'calls can be recorded' : 'recording is off: ffmpeg could not be fetched (install it, or set FFMPEG_BIN and FFPROBE_BIN)',
)
process.exit(found ? 0 : 1)
