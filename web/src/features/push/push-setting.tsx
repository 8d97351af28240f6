/** In the settings: whether this device rings while the app is closed, and how to turn it on. */
import { BellSimpleRingingIcon, BellSlashIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Card, CardHead, Tag } from '../../ui/primitives.tsx'
import { AllowSteps, refusedTitle } from './allow-steps.tsx'
import { pushTexts } from './en-push.ts'
import { HomeScreenSteps } from './home-screen-steps.tsx'
import styles from './push.module.css'
import { type PushOfDevice, usePush } from './use-push.ts'

const t = pushTexts

type Shown = { readonly text: string; readonly button?: ReactNode; readonly below?: ReactNode }

function shownOf({ state, browser, isTurningOn, wasNotAsked, turnOn }: PushOfDevice, turnOff: () => void): Shown {
  const on = (label: string) => (
    <Button type="primary" disabled={isTurningOn} onClick={turnOn}>
      {isTurningOn ? t.ask.asking : label}
    </Button>
  )
  switch (state.name) {
    case 'on':
    case 'starting': {
      const button = (
        <Button disabled={state.name === 'starting'} onClick={turnOff}>
          {t.setting.turnOff}
        </Button>
      )
      return { text: state.name === 'on' ? t.setting.onText : t.setting.startingText, button }
    }
    case 'ask':
    case 'off':
      return { text: wasNotAsked ? t.notAsked : t.setting.offText, button: on(t.ask.button) }
    case 'refused':
      return { text: `${refusedTitle(browser)}. ${t.refused.text}`, below: <AllowSteps browser={browser} /> }
    case 'failed':
      return { text: t.failed[state.problem ?? 'service'], button: on(sharedTexts.common.tryAgain) }
    case 'unsupported':
      if (browser.isIos && browser.form === 'phone') return { text: t.homeScreen.text, below: <HomeScreenSteps /> }
      return { text: isSecureContext ? t.setting.unsupported : t.setting.insecure }
  }
}

export function PushSetting() {
  const { push } = useServices()
  const device = usePush()
  const { text, button, below } = shownOf(device, () => void push.turnOff())
  const isOn = device.state.name === 'on'
  const isStarting = device.state.name === 'starting'
  return (
    <Card label={t.title}>
      <CardHead title={t.title}>
        <Tag
          tone={isOn ? 'green' : 'neutral'}
          icon={isOn ? <BellSimpleRingingIcon weight="fill" aria-hidden /> : <BellSlashIcon aria-hidden />}
        >
          {isOn ? t.setting.on : isStarting ? t.setting.starting : t.setting.off}
        </Tag>
      </CardHead>
      <div className={styles.setting} role="status">
        <p>{text}</p>
        {button}
      </div>
      {below ? <div className={styles.settingBelow}>{below}</div> : null}
    </Card>
  )
}
