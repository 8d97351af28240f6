/** The Doorbell card (docs/product/specification.md, 2): the QR code, the link as text, and how to share it. */
import { BellSlashIcon, CheckIcon, CopyIcon, InfoIcon, LinkSimpleIcon, ShareNetworkIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { QRCodeSVG } from 'qrcode.react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Door } from '#proto/doors.ts'
import { doorLink, groupedCode, isLocal, publicBase, shownLink } from '../../core/door-link.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { DoorLabel, DoorPanel } from '../../ui/door-panel.tsx'
import { Card, ErrorState, IconButton } from '../../ui/primitives.tsx'
import { PrintSign } from '../../ui/print-sign.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useCopied } from '../../ui/use-copied.ts'
import styles from './door-card.module.css'
import { doorCardTexts } from './en-door-card.ts'

const t = doorCardTexts

type Props = {
  readonly door: Door | undefined
  readonly failed: boolean
  readonly onRetry: () => void
  /** Shown under the link. */
  readonly children?: ReactNode
}

export function DoorCard({ door, failed, onRetry, children }: Props) {
  return (
    <Card className={styles.bell} label={t.card}>
      {failed && !door ? <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={onRetry} /> : null}
      {!failed && !door ? (
        <DoorPanel className={styles.panel}>
          <div className={styles.ghost} />
        </DoorPanel>
      ) : null}
      {door && rings(door) ? <DoorSign door={door} base={publicBase()} /> : null}
      {door && !rings(door) ? <SilentDoor door={door} /> : null}
      {door && children ? <div className={styles.more}>{children}</div> : null}
    </Card>
  )
}

const rings = ({ enabled, paused }: Door) => enabled && !paused

/** A disabled door has no link to share: its code is refused. */
function SilentDoor({ door }: { readonly door: Door }) {
  return (
    <>
      <DoorPanel className={styles.panel}>
        <div className={styles.silent}>
          <BellSlashIcon size={72} aria-hidden />
        </div>
        <DoorLabel label={door.label} under={`${t.code} ${groupedCode(door.shortCode)}`} />
      </DoorPanel>
      <p className={styles.off}>
        <InfoIcon size={20} aria-hidden />
        <span>
          <span>{`${door.enabled ? t.paused : t.off} `}</span>
          <Link to="/settings?tab=doorbell">{t.toDoors}</Link>
        </span>
      </p>
    </>
  )
}

function DoorSign({ door, base }: { door: Door; base: string }) {
  const toast = useToast()
  const link = doorLink(base, door.qrCodeId)
  const shared = useCopied()
  const copied = useCopied()
  const failed = () => toast({ kind: 'failure', title: sharedTexts.common.errorTitle, text: t.copyFailed })
  const copyLink = async () => {
    if (!(await copied.copy(link))) failed()
  }
  const share = async () => {
    if (await shareNatively(link)) return
    if (!(await shared.copy(t.shareText(link)))) failed()
  }
  return (
    <>
      <DoorPanel className={styles.panel}>
        <div className={styles.tile}>
          <QRCodeSVG value={link} size={160} level="H" fgColor="#2196F3" bgColor="#FFFFFF" title={t.qr(door.label)} />
        </div>
        <DoorLabel label={door.label} under={`${t.code} ${groupedCode(door.shortCode)}`} />
      </DoorPanel>
      <div className={styles.link}>
        <LinkSimpleIcon size={20} aria-hidden />
        <a href={link} target="_blank" rel="noreferrer" aria-label={`${t.link}: ${shownLink(link)}`}>
          {shownLink(link)}
        </a>
        <span className={styles.copied} role="status">
          {copied.copied ? t.linkCopied : ''}
        </span>
        <IconButton look="quiet" label={t.copyLink} onClick={() => void copyLink()}>
          {copied.copied ? <CheckIcon size={20} weight="bold" color="var(--green)" aria-hidden /> : <CopyIcon size={20} aria-hidden />}
        </IconButton>
      </div>
      <div className={styles.acts}>
        <Button
          type="primary"
          icon={shared.copied ? <CheckIcon size={20} weight="bold" aria-hidden /> : <ShareNetworkIcon size={20} aria-hidden />}
          onClick={() => void share()}
        >
          {shared.copied ? t.textCopied : t.share}
        </Button>
        <PrintSign door={door} className={styles.print} />
      </div>
      {isLocal(base) ? (
        <p className={styles.local}>
          <InfoIcon size={18} aria-hidden />
          <span>
            <strong>{t.localTitle}</strong>
            <span>{` ${t.localText}`}</span>
          </span>
        </p>
      ) : null}
    </>
  )
}

/** @returns whether the share sheet opened; a cancelled one counts too. */
async function shareNatively(link: string): Promise<boolean> {
  if (!navigator.share) return false
  try {
    await navigator.share({ title: sharedTexts.common.product, text: t.shareText(link) })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
