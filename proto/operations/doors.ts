/** The resident's doors (docs/product/decisions.md, 3, 4, 20, 31). */
import { z } from 'zod'
import { Building, Door, DoorLabel, DoorSound } from '../doors.ts'
import { Activity, Id } from '../entities.ts'
import { issue } from '../issues.ts'
import { DOORS, SOUND_BYTES } from '../limits.ts'
import { operation } from '../operation.ts'

const hours = z.int().min(0).max(DOORS.graceHours, issue('too_many_hours'))

export const doorsOperations = [
  operation({
    name: 'doorbell.doors',
    summary: "The resident's doors, the primary one first",
    http: { method: 'GET', path: '/api/doors' },
    caller: 'resident',
    limit: 'read',
    input: z.strictObject({}),
    output: z.array(Door),
    errors: [],
  }),
  operation({
    name: 'doorbell.add_door',
    summary: 'A further door (premium; at most 20)',
    http: { method: 'POST', path: '/api/doors', status: 201 },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({ label: DoorLabel }),
    changes: ['doors'],
    output: Door,
    errors: ['subscription_required', 'doors_full'],
  }),
  operation({
    name: 'doorbell.change_door',
    summary: "A door's label, whether it takes rings, its building info (null: none), its sound",
    http: { method: 'PATCH', path: '/api/doors/:id' },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({
      id: Id,
      label: DoorLabel.optional(),
      enabled: z.boolean().optional(),
      building: Building.nullable().optional(),
      sound: DoorSound.optional(),
    }),
    changes: ['doors'],
    output: Door,
    errors: ['not_found', 'subscription_required', 'validation_failed'],
  }),
  operation({
    name: 'doorbell.rotate_door',
    summary: 'A new code and short code; the previous ones are accepted for `graceHours` (0: they are disabled immediately)',
    http: { method: 'POST', path: '/api/doors/:id/rotate' },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({ id: Id, graceHours: hours.default(0) }),
    changes: ['doors', 'user'],
    output: Door,
    errors: ['not_found'],
  }),
  operation({
    name: 'doorbell.remove_door',
    summary: 'Removes a further door: its code is disabled immediately, its history is kept as long as the plan allows',
    http: { method: 'DELETE', path: '/api/doors/:id', status: 204 },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({ id: Id }),
    changes: ['doors'],
    output: z.object({}),
    errors: ['not_found', 'door_primary'],
  }),
  operation({
    name: 'doorbell.test_ring',
    summary: 'Rings the door as a test: every device of its owner rings, or the named one alone, and nothing is kept of it',
    http: { method: 'POST', path: '/api/doors/:id/test-ring', status: 201 },
    caller: 'resident',
    limit: 'testRing',
    input: z.strictObject({ id: Id, deviceId: z.uuid().optional() }),
    output: Activity,
    errors: ['not_found', 'door_inactive'],
  }),
  operation({
    name: 'doorbell.put_sound',
    summary: "The door's own sound (premium): audio/mpeg, at most 1,000,000 bytes; chosen by the same call",
    http: { method: 'PUT', path: '/api/doors/:id/sound', body: 'raw', mediaType: 'audio/mpeg', maxBytes: SOUND_BYTES, status: 204 },
    caller: 'resident',
    limit: 'upload',
    input: z.strictObject({ id: Id }),
    changes: ['doors'],
    output: z.object({}),
    errors: ['not_found', 'subscription_required', 'sound_invalid', 'too_large', 'media_type'],
  }),
  operation({
    name: 'doorbell.sound',
    summary: "The door's own sound, for its owner",
    http: { method: 'GET', path: '/api/doors/:id/sound', answer: 'stream', answerTypes: ['audio/mpeg'] },
    caller: 'resident',
    wall: true,
    limit: 'read',
    input: z.strictObject({ id: Id, v: z.string().max(64).optional() }),
    output: z.unknown(),
    errors: ['not_found'],
  }),
] as const
