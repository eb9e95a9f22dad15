import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { horizontalOverflow } from '../kit/folders-page.ts'
import { appOfFile } from '../kit/start-app.ts'

const app = await appOfFile()
const browser = await browserOfFile()

test('is public at every width, light and dark, with its pictures', async () => {
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [768, 'dark'],
    [390, 'light'],
  ] as const) {
    const { page, complaints } = await browser.open({ viewport: { width, height: 900 }, colorScheme })
    await page.goto(`${app.url}/help`)
    await expect(page.getByRole('heading', { name: 'Write instructions' })).toBeVisible()
    const pictures = page.getByRole('main').getByRole('img')
    await expect(pictures).toHaveCount(4)
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(720)
      const { shown, natural } = await picture.evaluate((img: HTMLImageElement) => ({
        shown: img.height / img.width,
        natural: img.naturalHeight / img.naturalWidth,
      }))
      // The picture's space is reserved with its aspect ratio, so that nothing moves when it loads.
      expect(shown).toBeCloseTo(natural, 1)
    }
    expect(await horizontalOverflow(page), String(width)).toBeLessThanOrEqual(0)
    expect(complaints).toEqual([])
  }
})
