/** Runs inside the build of the images: fetches ffmpeg, and copies it with its libraries to a folder. */
import { cpSync } from 'node:fs'
import { dirname } from 'node:path'
import { prepareFfmpeg } from '../servers/ffmpeg.ts'

const [out = ''] = process.argv.slice(2)
const found = await prepareFfmpeg(console.log)
if (!found) throw new Error('ffmpeg could not be fetched')
cpSync(dirname(found.ffmpeg), out, { recursive: true })
