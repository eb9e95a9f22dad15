import type { Language } from '../../contract/languages.ts'
import type { Config } from '../config.ts'
import { type ServerTexts, textsIn } from '../texts/server-texts.ts'

/** The texts of an email in a language; `{product}` and `{support}` have their values. */
export const emailTexts = (
  { productName, supportEmail }: Pick<Config, 'productName' | 'supportEmail'>,
  language: Language,
): ServerTexts => {
  const product = productName
  const operator = textsIn(language, { product }).t('the person who runs {product}')
  return textsIn(language, { product, support: supportEmail || operator })
}
