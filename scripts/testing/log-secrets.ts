/** Values that no service may log, searched in the whole output of a test product's services. */

const MIN_LENGTH = 8
/** Not a secret: it identifies the signer of a request; another variable has the secret key. */
const ACCESS_KEY = 'S3_ACCESS_KEY'

/** @returns the keys of an environment and the passwords of its URLs */
export function secretsOf(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env)
    .flatMap(([name, value = '']) => {
      if (/(_KEY|_SECRET|_PASSWORD)$/.test(name)) return name === ACCESS_KEY ? '' : value.split(',')
      return URL.canParse(value) ? decodeURIComponent(new URL(value).password) : ''
    })
    .filter((secret) => secret.length >= MIN_LENGTH)
}

/** @returns the lines that contain a secret, with `***` in its place */
export function linesWith(secrets: readonly string[], lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const found = secrets.filter((secret) => line.includes(secret))
    return found.length ? found.reduce((shown, secret) => shown.replaceAll(secret, '***'), line) : []
  })
}
