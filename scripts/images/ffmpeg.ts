/** Runs inside the build of the images: fetches ffmpeg, and copies it with its libraries and their licences to a folder. */
import { cpSync, existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { COPYRIGHTS, prepareFfmpeg } from '../servers/ffmpeg.ts'

const [out = ''] = process.argv.slice(2)
const fetched = async () => {
  const found = await prepareFfmpeg(console.log)
  if (!found) throw new Error('ffmpeg could not be fetched')
  return dirname(found.ffmpeg)
}
// The cache of an earlier build may contain only the programs.
const cached = await fetched()
if (!existsSync(join(cached, COPYRIGHTS))) rmSync(cached, { recursive: true })
cpSync(await fetched(), out, { recursive: true })
