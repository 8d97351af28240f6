import { expect, test } from '@jest/globals'
import { moved, squareOf, startCrop, ZOOM_MAX, zoomed } from './crop.ts'

test('the initial crop is the largest centred square', () => {
  expect(squareOf(startCrop(400, 300))).toEqual({ left: 50, top: 0, side: 300 })
  expect(squareOf(startCrop(300, 400))).toEqual({ left: 0, top: 50, side: 300 })
})

test('the crop never moves out of the picture', () => {
  const crop = startCrop(400, 300)
  expect(squareOf(moved(crop, 0.1, 0))).toEqual({ left: 80, top: 0, side: 300 })
  expect(squareOf(moved(crop, 5, 5))).toEqual({ left: 100, top: 0, side: 300 })
  expect(squareOf(moved(crop, -5, -5))).toEqual({ left: 0, top: 0, side: 300 })
})

test('zooming keeps the centre within its limits', () => {
  const near = zoomed(startCrop(400, 300), 2)
  expect(squareOf(near)).toEqual({ left: 125, top: 75, side: 150 })
  expect(zoomed(near, 100).zoom).toBe(ZOOM_MAX)
  const corner = moved(near, 9, 9)
  expect(squareOf(corner)).toEqual({ left: 250, top: 150, side: 150 })
  expect(squareOf(zoomed(corner, 0))).toEqual({ left: 100, top: 0, side: 300 })
})
