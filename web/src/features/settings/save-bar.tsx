import { Button } from 'antd'
import { useBar } from '../../ui/use-bar.ts'
import { settingsTexts } from './en-settings.ts'
import styles from './settings.module.css'

const t = settingsTexts.bar

/** Appears once something changed; at the bottom, in reach of the thumb. */
export function SaveBar({ form, saving, onDiscard }: { form: string; saving: boolean; onDiscard: () => void }) {
  return (
    <section ref={useBar()} className={styles.bar} aria-label={t.label}>
      <span role="status">{t.text}</span>
      <Button disabled={saving} onClick={onDiscard}>
        {t.discard}
      </Button>
      <Button type="primary" htmlType="submit" form={form} aria-disabled={saving} loading={saving}>
        {saving ? t.saving : t.save}
      </Button>
    </section>
  )
}
