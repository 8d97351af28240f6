/** The steps to the Home Screen of an iPhone or iPad, in pictures: the browser has no prompt for it. */
import type { ReactNode } from 'react'
import { pushTexts } from './en-push.ts'
import styles from './push.module.css'

const t = pushTexts.homeScreen

/** A part of a phone's screen; what is to be pressed is in the accent colour. */
function Picture({ children }: { readonly children: ReactNode }) {
  return (
    <svg className={styles.picture} viewBox="0 0 120 84" fill="none" aria-hidden="true">
      {children}
    </svg>
  )
}

const Line = ({ x, y, width }: { readonly x: number; readonly y: number; readonly width: number }) => (
  <rect className={styles.ink} x={x} y={y} width={width} height="6" rx="3" />
)

/** Safari's lower bar. */
const ShareBar = () => (
  <Picture>
    <Line x={16} y={14} width={62} />
    <Line x={16} y={28} width={44} />
    <rect className={styles.surface} x="8" y="46" width="104" height="30" rx="15" />
    <path className={styles.stroke} d="M27 55l-6 6 6 6M42 55l6 6-6 6" />
    <circle className={styles.pressed} cx="74" cy="61" r="13" />
    <path className={styles.onPressed} d="M74 63V53m-4 4 4-4 4 4M69.5 59.5H68v8h12v-8h-1.5" />
    <rect className={styles.stroke} x="95" y="56" width="10" height="10" rx="2.5" />
  </Picture>
)

/** The sheet that Share opens. */
const ShareSheet = () => (
  <Picture>
    <rect className={styles.surface} x="8" y="8" width="104" height="80" rx="12" />
    <Line x={20} y={19} width={48} />
    <path className={styles.stroke} d="M93 18h9v8h-9z" />
    <rect className={styles.pressed} x="12" y="32" width="96" height="24" rx="8" />
    <rect className={styles.light} x="20" y="41" width="52" height="6" rx="3" />
    <path className={styles.onPressed} d="M91 38h12v12H91zM97 41v6m-3-3h6" />
    <Line x={20} y={66} width={40} />
    <path className={styles.stroke} d="M93 65h9v8h-9z" />
  </Picture>
)

const APPS = [14, 64, 89] as const

/** The Home Screen with the doorbell among its icons. */
const HomeScreen = () => (
  <Picture>
    {APPS.map((x) => (
      <rect key={x} className={styles.ink} x={x} y="12" width="18" height="18" rx="5" />
    ))}
    {APPS.map((x) => (
      <rect key={x} className={styles.ink} x={x} y="52" width="18" height="18" rx="5" />
    ))}
    <g transform="translate(36 9)">
      <rect className={styles.plate} width="24" height="24" rx="7" />
      <rect x="2.4" y="2.4" width="19.2" height="19.2" rx="5" stroke="#fff" strokeOpacity=".75" />
      <circle cx="12" cy="12" r="5" stroke="#fff" strokeWidth="1.4" />
      <circle cx="12" cy="12" r="2.3" fill="#fff" />
    </g>
    <rect className={styles.ring} x="32" y="5" width="32" height="32" rx="10" />
    <rect className={styles.ink} x="39" y="52" width="18" height="18" rx="5" />
  </Picture>
)

const STEPS = [
  { text: t.share, picture: <ShareBar /> },
  { text: t.add, picture: <ShareSheet /> },
  { text: t.open, picture: <HomeScreen /> },
]

export function HomeScreenSteps() {
  return (
    <ol className={styles.pictures}>
      {STEPS.map(({ text, picture }) => (
        <li key={text}>
          {picture}
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}
