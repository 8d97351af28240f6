/**
 * The door's sign as one SVG of 105 × 148 mm (A6), black on white in every theme. A5 scales the same SVG, so that screen, print and
 * download are identical.
 */
import { BellSimpleRingingIcon } from '@phosphor-icons/react'
import { QRCodeSVG } from 'qrcode.react'
import type { Ref } from 'react'
import type { Door } from '#proto/doors.ts'
import { doorLink, shownLink } from '../../core/door-link.ts'
import { splitLabel } from '../../ui/door-label.ts'
import { doorsTexts as t } from './en-doors.ts'
import { fitText, LEADING, type Measure } from './fit-text.ts'

export const SIGN = { width: 105, height: 148, qr: 61.5 } as const
const CENTRE = SIGN.width / 2
/** The quiet zone: at least four modules of a code of 37 (the smallest that holds a link at level H). */
const QR_TOP = 33
const LABEL_MIDDLE = 20.4
const LABEL_BOTTOM = 26.4
/** Below the frame. */
const LABEL_HEIGHT = 19
/** The depth of descenders as a fraction of the font size. */
const DESCENT = 0.22
const TEXT_WIDTH = 86
const FONT = '"Hanken Grotesk Variable", "Hanken Grotesk", system-ui, sans-serif'

type Props = { readonly door: Door; readonly base: string; readonly measure: Measure; readonly ref?: Ref<SVGSVGElement> }

export function SignSvg({ door, base, measure, ref }: Props) {
  const { width, height, qr } = SIGN
  return (
    <svg
      ref={ref}
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      width={`${width}mm`}
      height={`${height}mm`}
      fill="#000"
      fontFamily={FONT}
      role="img"
      aria-label={t.sign.title(door.label)}
    >
      <rect width={width} height={height} fill="#fff" />
      <rect x={4.25} y={4.25} width={width - 8.5} height={height - 8.5} rx={5} fill="none" stroke="#000" strokeWidth={0.5} />
      <Label label={door.label} measure={measure} />
      <QRCodeSVG
        x={(width - qr) / 2}
        y={QR_TOP}
        size={qr}
        value={doorLink(base, door.qrCodeId)}
        level="H"
        marginSize={0}
        shapeRendering="crispEdges"
        title={t.sign.qr(door.label)}
      />
      <Call measure={measure} />
      <Code door={door} base={base} measure={measure} />
    </svg>
  )
}

/** A leading number such as "14" is large beside the street; a label without a number has the whole width. */
function Label({ label, measure }: { label: string; measure: Measure }) {
  const { numeral, rest } = splitLabel(label)
  const gap = numeral && rest ? 4.5 : 0
  const number = fitText(numeral, { width: 36, size: 17, least: 9, lines: 1, weight: 700 }, measure)
  const numberWidth = numeral ? measure(numeral, 700) * number.size * 0.96 : 0
  const place = numeral ? { size: 7, lines: 2 } : { size: 9, lines: 2 }
  const text = fitText(rest, { width: TEXT_WIDTH - numberWidth - gap, height: LABEL_HEIGHT, least: 3.2, weight: 650, ...place }, measure)
  const textWidth = Math.max(0, ...text.lines.map((line) => measure(line, 650) * text.size))
  const left = CENTRE - (numberWidth + gap + textWidth) / 2
  const leading = text.size * LEADING
  const below = (text.lines.length - 1) * leading
  const first = Math.min(LABEL_MIDDLE + text.size * 0.35 - below / 2, LABEL_BOTTOM - DESCENT * text.size - below)
  const descent = /[gjpqy]/.test(numeral) ? DESCENT * number.size : 0
  return (
    <>
      {numeral ? (
        <text
          x={left}
          y={Math.min(LABEL_MIDDLE + number.size * 0.35, LABEL_BOTTOM - descent)}
          fontSize={number.size}
          fontWeight={700}
          letterSpacing={-0.04 * number.size}
        >
          {numeral}
        </text>
      ) : null}
      {text.lines.map((line, index) => (
        <text
          key={line}
          x={numeral ? left + numberWidth + gap : CENTRE}
          y={first + index * leading}
          fontSize={text.size}
          fontWeight={650}
          textAnchor={numeral ? 'start' : 'middle'}
        >
          {line}
        </text>
      ))}
    </>
  )
}

function Call({ measure }: { measure: Measure }) {
  const [bell, gap] = [8.6, 3]
  const { lines, size } = fitText(t.sign.scan, { width: TEXT_WIDTH - bell - gap, size: 8.6, least: 5, lines: 1, weight: 700 }, measure)
  const text = lines.join(' ')
  const left = CENTRE - (bell + gap + measure(text, 700) * size) / 2
  const how = fitText(t.sign.how, { width: TEXT_WIDTH, size: 3.9, least: 3, lines: 1, weight: 400 }, measure)
  return (
    <>
      <BellSimpleRingingIcon x={left} y={101.6} size={bell} weight="fill" color="#000" aria-hidden />
      <text x={left + bell + gap} y={108.6} fontSize={size} fontWeight={700}>
        {text}
      </text>
      <text x={CENTRE} y={115.4} fontSize={how.size} textAnchor="middle">
        {how.lines.join(' ')}
      </text>
    </>
  )
}

/** If scanning fails: the address, and the short code in two groups. */
function Code({ door, base, measure }: { door: Door; base: string; measure: Measure }) {
  const code = door.shortCode.replace(/^(.{4})(?=.)/, '$1-')
  const codeSize = 6.2
  const spaced = 1 + 0.04 / 0.6
  const room = 80 - measure(code, 650) * codeSize * spaced - 4
  const address = fitText(`${shownLink(base)}/visitor`, { width: room, size: 3.4, least: 1.9, lines: 2, weight: 650 }, measure)
  const hint = fitText(t.sign.orType, { width: room, size: 3.4, least: 2.4, lines: 1, weight: 400 }, measure)
  return (
    <>
      <path d="M10 127.2H95" stroke="#000" strokeWidth={0.3} />
      <text x={12.5} y={address.lines.length > 1 ? 131.6 : 133.6} fontSize={hint.size}>
        {hint.lines.join(' ')}
      </text>
      {address.lines.map((line, index) => (
        <text key={line} x={12.5} y={(address.lines.length > 1 ? 135.4 : 138.2) + index * 3.4} fontSize={address.size} fontWeight={650}>
          {line}
        </text>
      ))}
      <text x={92.5} y={137.4} fontSize={codeSize} fontWeight={650} letterSpacing={0.04 * codeSize} textAnchor="end">
        {code}
      </text>
    </>
  )
}
