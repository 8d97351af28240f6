/** Leads from the doors in the settings to the people who answer them. */
import { Link } from 'react-router'
import { Card, CardHead } from '../../ui/primitives.tsx'
import { householdTexts as t } from './en-household.ts'
import styles from './household.module.css'

export function HouseholdLink() {
  return (
    <Card label={t.title}>
      <CardHead title={t.title}>
        <Link to="/household">{t.manage}</Link>
      </CardHead>
      <p className={styles.note}>{t.noneText}</p>
    </Card>
  )
}
