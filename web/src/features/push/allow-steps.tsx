/** How to allow notifications that were refused, in this browser. */
import { BROWSER_NAMES, type BrowserDescription } from './browser-name.ts'
import { pushTexts } from './en-push.ts'
import styles from './push.module.css'

const t = pushTexts

const stepsFor = ({ name, form, isIos }: BrowserDescription): readonly string[] =>
  form === 'app' ? t.steps.app[isIos ? 'ios' : 'android'] : t.steps[form][name]

/** Users do not see an installed app as a browser. */
export const refusedTitle = ({ name, form }: BrowserDescription): string =>
  name === 'other' || form === 'app' ? t.refused.unnamed : t.refused.title(BROWSER_NAMES[name])

export function AllowSteps({ browser }: { readonly browser: BrowserDescription }) {
  return (
    <ol className={styles.steps}>
      {stepsFor(browser).map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
