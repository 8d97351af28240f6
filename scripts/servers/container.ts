import { randomUUID } from 'node:crypto'
import type { Launch } from './spawned-server.ts'

/** Runs an image in the foreground: the docker client forwards signals, so that the container can be stopped like a child process. */
export function imageLaunch(image: string, port: number, volumes: readonly string[], command: readonly string[]): Launch {
  const args = ['run', '--rm', '--init', '--name', `digital-doorbell-${randomUUID()}`, '-p', `127.0.0.1:${port}:${port}`]
  return {
    command: 'docker',
    args: [...args, ...volumes.flatMap((volume) => ['-v', volume]), image, ...command],
    env: process.env,
  }
}
