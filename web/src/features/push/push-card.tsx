/** Offers notifications of this device on the dashboard, and after a refusal explains how to allow them. No prompt without a press. */
import { BellSimpleRingingIcon, BellSlashIcon, DeviceMobileIcon, WarningCircleIcon, XIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { type ReactNode, useId } from 'react'
import { useListedActivities } from '../../core/queries/activities.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useValue } from '../../core/use-value.ts'
import { Card, classes, IconButton } from '../../ui/primitives.tsx'
import { AllowSteps, refusedTitle } from './allow-steps.tsx'
import { pushTexts } from './en-push.ts'
import { HomeScreenSteps } from './home-screen-steps.tsx'
import styles from './push.module.css'
import { type PushOfDevice, usePush } from './use-push.ts'

const t = pushTexts

type Content = {
  readonly tone: 'accent' | 'amber'
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly below?: ReactNode
}

/** @param hasRung whether a visitor has rung since the account exists @returns undefined where there is nothing to show */
function contentOf({ state, browser, isTurningOn, wasNotAsked, turnOn }: PushOfDevice, hasRung: boolean): Content | undefined {
  if (state.name === 'ask') {
    const { title, text } = hasRung ? t.again : t.ask
    const button = (
      <Button type="primary" disabled={isTurningOn} onClick={turnOn}>
        {isTurningOn ? t.ask.asking : t.ask.button}
      </Button>
    )
    return { tone: 'accent', icon: <BellSimpleRingingIcon weight="fill" />, title, text: wasNotAsked ? t.notAsked : text, below: button }
  }
  if (state.name === 'refused')
    return {
      ...{ tone: 'amber', icon: <BellSlashIcon weight="fill" />, title: refusedTitle(browser), text: t.refused.text },
      below: <AllowSteps browser={browser} />,
    }
  if (state.name === 'unsupported' && browser.isIos && browser.form === 'phone')
    return {
      ...{ tone: 'accent', icon: <DeviceMobileIcon weight="fill" />, title: t.homeScreen.title, text: t.homeScreen.text },
      below: <HomeScreenSteps />,
    }
  if (state.name !== 'failed') return undefined
  return {
    ...{ tone: 'amber', icon: <WarningCircleIcon weight="fill" />, title: t.failed.title, text: t.failed[state.problem ?? 'service'] },
    below: (
      <Button disabled={isTurningOn} onClick={turnOn}>
        {sharedTexts.common.tryAgain}
      </Button>
    ),
  }
}

export function PushCard() {
  const { push } = useServices()
  const device = usePush()
  const hasRung = useListedActivities().data?.some(({ activityType }) => activityType === 'doorbell_ring') ?? false
  const dismissed = useValue(push.dismissed)
  const content = contentOf(device, hasRung)
  // If it was dismissed before the first ring, it is shown once more after that.
  if (!content || dismissed === 'after_ring' || (dismissed === 'before_ring' && !hasRung)) return null
  return (
    <div className={styles.place}>
      <PushPanel {...content} onDismiss={() => push.dismiss(hasRung ? 'after_ring' : 'before_ring')} />
    </div>
  )
}

function PushPanel({ tone, icon, title, text, below, onDismiss }: Content & { readonly onDismiss: () => void }) {
  const id = useId()
  return (
    <Card label={title} className={styles.card}>
      <div className={classes(styles.icon, tone === 'amber' && styles.amber)} aria-hidden>
        {icon}
      </div>
      <div className={styles.text}>
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
      </div>
      <div className={styles.below}>{below}</div>
      <IconButton look="quiet" label={t.dismiss} className={styles.dismiss} onClick={onDismiss}>
        <XIcon size={18} aria-hidden />
      </IconButton>
    </Card>
  )
}
