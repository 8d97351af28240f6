/** Notification preferences (docs/product/decisions.md, 32). */
import { z } from 'zod'
import { operation } from '../operation.ts'
import { Preferences, PreferencesChange, PreferencesPreview } from '../preferences.ts'

export const preferenceOperations = [
  operation({
    name: 'doorbell.preferences',
    summary: 'Switches, matrix, quiet hours and time zone',
    http: { method: 'GET', path: '/api/preferences' },
    caller: 'resident',
    scope: 'preferences:read',
    limit: 'read',
    input: z.strictObject({}),
    output: Preferences,
    errors: [],
  }),
  operation({
    name: 'doorbell.change_preferences',
    summary: 'Changes what is named and nothing else',
    http: { method: 'PATCH', path: '/api/preferences' },
    caller: 'resident',
    scope: 'preferences:write',
    limit: 'write',
    input: PreferencesChange,
    output: Preferences,
    errors: ['validation_failed', 'subscription_required'],
  }),
  operation({
    name: 'doorbell.preview_preferences',
    summary: 'What would ring right now, and until when it is quiet',
    http: { method: 'GET', path: '/api/preferences/preview' },
    caller: 'resident',
    scope: 'preferences:read',
    limit: 'read',
    input: z.strictObject({}),
    output: PreferencesPreview,
    errors: [],
  }),
] as const
