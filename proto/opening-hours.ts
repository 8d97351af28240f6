/** Reads opening hours (doors.ts), without the contract's schemas: the visitor's page is rendered with it. */
import type { DayHours, OpenSpan } from './doors.ts'

/** @returns the times of a day when it is open; a single one without an array is the older format */
export const spansOf = (hours: DayHours): readonly OpenSpan[] => (hours === null ? [] : [hours].flat())
