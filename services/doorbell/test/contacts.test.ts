/** Contacts: each rule of docs/product/specification.md, 5, each limit one below, at and above, and other owners' contacts. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { ContactForm } from '#proto/contacts.ts'
import { CONTACTS } from '#proto/limits.ts'
import { operationNamed } from '#proto/operations/index.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { atOnce } from './at-once.ts'
import { device, openDoor } from './people.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

type Owner = { readonly ownerId: number }
const form = (more: Partial<ContactForm> = {}): ContactForm => ({
  firstName: 'Ada',
  lastName: 'Reed',
  email: 'ada@example.org',
  phone: '0301234567',
  isFavorite: false,
  ...more,
})
const add = (owner: Owner, more: Partial<ContactForm> = {}) => world.rpc('doorbell.add_contact', form(more), device(owner))
const list = (owner: Owner, input: { search?: string; favorites?: 'true' | 'false'; limit?: number } = {}) =>
  world.rpc('doorbell.contacts', { limit: 50, ...input }, device(owner))
const names = async (owner: Owner, input: { search?: string; favorites?: 'true' | 'false' } = {}) =>
  (await list(owner, input)).map((contact) => contact.firstName)
const page = (owner: Owner, limit: number, cursor?: string) =>
  world.bus.ask(
    'doorbell.contacts',
    { limit, ...(cursor ? { cursor } : {}) },
    {
      caller: { requestId: 'test', address: '127.0.0.1', userAgent: 'jest', visits: [], ...device(owner) },
    },
  )
const notFound = expect.objectContaining({ code: 'not_found' })

// covers: E-contact
test('a new contact stores all its fields with the defaults', async () => {
  const owner = await openDoor(world)
  const { isFavorite: _, ...typed } = form({ address: '14 Maple Lane', notes: 'Has a key' })
  const input = operationNamed('doorbell.add_contact').input.parse(typed) as ContactForm
  const added = await world.rpc('doorbell.add_contact', input, device(owner))
  expect(added).toEqual({ id: added.id, ...typed, isFavorite: false, avatar: null, lastActivity: null })
  expect(await list(owner)).toEqual([added])
  expect(await add(owner)).toMatchObject({ address: null, notes: null })
})

// covers: doorbell.contacts
test('contacts are sorted by first and last name, ignoring case and accents', async () => {
  const owner = await openDoor(world)
  for (const firstName of ['Zoe', 'bela', 'Änne', 'Anna', 'Ada']) await add(owner, { firstName })
  await add(owner, { firstName: 'Anna', lastName: 'Abel' })
  expect(await names(owner)).toEqual(['Ada', 'Anna', 'Anna', 'Änne', 'bela', 'Zoe'])
  expect((await list(owner)).filter(({ firstName }) => firstName === 'Anna').map(({ lastName }) => lastName)).toEqual(['Abel', 'Reed'])
})

// covers: doorbell.contacts
test('paging returns each contact once, also with equal names', async () => {
  const owner = await openDoor(world)
  for (let count = 0; count < 3; count += 1) await add(owner, { firstName: 'Same', phone: `030123456${count}` })
  await add(owner, { firstName: 'After' })
  const first = await page(owner, 2)
  expect(first.next).toBeDefined()
  const gone = first.output[1]
  await world.rpc('doorbell.remove_contact', { id: gone?.id ?? 0 }, device(owner))
  const second = await page(owner, 2, first.next)
  const third = await page(owner, 2, second.next)
  const phones = [...first.output, ...second.output, ...third.output].map(({ firstName, phone }) => `${firstName} ${phone}`)
  expect(phones).toEqual(['After 0301234567', 'Same 0301234560', 'Same 0301234561', 'Same 0301234562'])
  expect(third.next).toBeUndefined()
})

// covers: V-search-contacts
test('search matches a part of name, email or phone, ignoring case', async () => {
  const owner = await openDoor(world)
  await add(owner, {
    firstName: 'Ada',
    lastName: 'Reed',
    email: 'first@example.org',
    phone: '0301111111',
    notes: 'Marble',
    address: 'Marble',
  })
  await add(owner, { firstName: 'Ben', lastName: 'Marsh', email: 'second@example.com', phone: '0402222222' })
  expect(await names(owner, { search: 'aDA' })).toEqual(['Ada'])
  expect(await names(owner, { search: 'MARSH' })).toEqual(['Ben'])
  expect(await names(owner, { search: 'SECOND@' })).toEqual(['Ben'])
  expect(await names(owner, { search: '0301' })).toEqual(['Ada'])
  expect(await names(owner, { search: 'ada re' })).toEqual(['Ada'])
  expect(await names(owner, { search: 'example' })).toEqual(['Ada', 'Ben'])
  expect(await names(owner, { search: 'marble' })).toEqual([])
  expect(await names(owner, { search: '%' })).toEqual([])
  expect(await names(owner, { search: '_' })).toEqual([])
  await add(owner, { firstName: 'Zoë'.normalize('NFD'), lastName: 'Ito', email: 'info@xn--r8jz45g.jp', phone: '0403333333' })
  for (const search of ['zoë'.normalize('NFC'), 'ZOË'.normalize('NFD'), '０４０３']) expect(await names(owner, { search })).toHaveLength(1)
})

// covers: S-contacts
test('the favourites filter combines with search', async () => {
  const owner = await openDoor(world)
  const { id } = await add(owner, { firstName: 'Ada' })
  await add(owner, { firstName: 'Adam' })
  expect(await names(owner, { favorites: 'true' })).toEqual([])
  expect(await world.rpc('doorbell.change_contact', { id, isFavorite: true }, device(owner))).toMatchObject({ isFavorite: true })
  expect(await names(owner, { favorites: 'true', search: 'ada' })).toEqual(['Ada'])
  expect(await names(owner, { favorites: 'false' })).toEqual(['Adam'])
  await world.rpc('doorbell.change_contact', { id, isFavorite: false }, device(owner))
  expect(await names(owner, { favorites: 'true' })).toEqual([])
})

// covers: S-contacts
test('a change updates only the given fields and sorts again', async () => {
  const owner = await openDoor(world)
  const { id } = await add(owner, { address: '14 Maple Lane', notes: 'Has a key', isFavorite: true })
  await add(owner, { firstName: 'Ben' })
  const parsed = operationNamed('doorbell.change_contact').input.parse({ id, firstName: 'Zoe', address: '' })
  expect(parsed).toEqual({ id, firstName: 'Zoe', address: null })
  const changed = await world.rpc('doorbell.change_contact', { id, firstName: 'Zoe', address: null }, device(owner))
  expect(changed).toMatchObject({ firstName: 'Zoe', lastName: 'Reed', address: null, notes: 'Has a key', isFavorite: true })
  expect(await names(owner)).toEqual(['Ben', 'Zoe'])
})

// covers: S-contacts doorbell.remove_contact
test('deleting a contact twice is not found the second time', async () => {
  const owner = await openDoor(world)
  const { id } = await add(owner)
  expect(await world.rpc('doorbell.remove_contact', { id }, device(owner))).toEqual({})
  expect(await list(owner)).toEqual([])
  await expect(world.rpc('doorbell.remove_contact', { id }, device(owner))).rejects.toEqual(notFound)
})

// covers: S-invite doorbell.contacts
test('another owner’s contact is not found', async () => {
  const [owner, stranger] = [await openDoor(world), await openDoor(world)]
  const { id } = await add(owner)
  expect(await list(stranger)).toEqual([])
  await expect(world.rpc('doorbell.change_contact', { id, firstName: 'Mine' }, device(stranger))).rejects.toEqual(notFound)
  await expect(world.rpc('doorbell.remove_contact', { id }, device(stranger))).rejects.toEqual(notFound)
  await expect(world.rpc('doorbell.invite_contact', { id }, device(stranger))).rejects.toEqual(notFound)
  expect(await list(owner)).toMatchObject([{ id, firstName: 'Ada' }])
})

// covers: L-contacts-max contacts_full
test('concurrent requests cannot exceed a thousand contacts', async () => {
  const owner = await openDoor(world)
  await world.postgres(
    'doorbell',
    `INSERT INTO contacts (owner_id, first_name, last_name, email, phone, is_favorite, sort_name, created_at)
     SELECT $1, 'Ada', 'Reed', 'ada@example.org', '0301234567', false, 'ada reed', $2::timestamptz FROM generate_series(1, $3::int)`,
    [owner.ownerId, '2026-01-01T00:00:00Z', CONTACTS.max - 1],
  )
  const pressed = await atOnce(world, owner.ownerId, [() => add(owner), () => add(owner)])
  const refused = pressed.filter((result) => result.status === 'rejected')
  expect(refused.map(({ reason }) => reason)).toEqual([expect.objectContaining({ code: 'contacts_full' })])
})
