/** The panel beside the form: a door sign and the ring that it causes on a phone. Hidden on small screens. */
import {
  BellSimpleRingingIcon,
  BellSlashIcon,
  ChatCircleDotsIcon,
  PackageIcon,
  PhoneIcon,
  QrCodeIcon,
  VideoCameraIcon,
} from '@phosphor-icons/react'
import { QRCodeSVG } from 'qrcode.react'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { DoorPanel } from '../../ui/door-panel.tsx'
import styles from './auth.module.css'
import { authTexts } from './en-auth.ts'

const ICONS = [QrCodeIcon, VideoCameraIcon, BellSimpleRingingIcon]

function Scene() {
  const { door, scan, visitor, message } = authTexts.sample
  return (
    <div className={styles.scene} aria-hidden="true">
      <div className={styles.sign}>
        <QRCodeSVG value={location.origin} size={296} level="H" fgColor="#2196F3" bgColor="#ffffff" minVersion={6} />
        <b>{door}</b>
        <small>{scan}</small>
      </div>
      <div className={styles.pop}>
        <div className={styles.caller}>
          <div className={styles.face}>
            <PackageIcon size={36} />
          </div>
          <div>
            <small>{sharedTexts.ring.title}</small>
            <strong>{visitor}</strong>
            <p>{message}</p>
          </div>
        </div>
        <div className={styles.answers}>
          <span>
            <VideoCameraIcon size={20} weight="fill" />
            <span>{sharedTexts.ring.video}</span>
          </span>
          <span>
            <PhoneIcon size={20} weight="fill" />
          </span>
          <span>
            <ChatCircleDotsIcon size={20} weight="fill" />
          </span>
          <span>
            <BellSlashIcon size={20} />
          </span>
        </div>
      </div>
    </div>
  )
}

export function MarketingPanel() {
  return (
    <DoorPanel className={styles.panel}>
      <Scene />
      <section className={styles.about} aria-label={sharedTexts.common.product}>
        <ul className={styles.features}>
          {authTexts.features.map((feature, index) => {
            const Icon = ICONS[index] ?? QrCodeIcon
            return (
              <li key={feature.title}>
                <Icon size={28} aria-hidden />
                <strong>{feature.title}</strong>
                <p>{feature.text}</p>
              </li>
            )
          })}
        </ul>
      </section>
    </DoorPanel>
  )
}
