import type { Context } from '../../context.ts'

type Product = Pick<Context, 'config'>

const statement = ({ config }: Product): string =>
  `This mail was forwarded automatically by ${config.productName}, as its recipient has set it up.`

/** The only text added to a forwarded message: fixed, with nothing from a model or from the message. */
export const forwardComment = (ctx: Product): string =>
  `${statement(ctx)} The email in which you agreed to it has a link that ends it.`

/** Whether a text quotes a forward, also in lines that begin with ">". */
export const quotesForwardComment = (ctx: Product, text: string): boolean =>
  text.replace(/[\s>|]+/g, ' ').includes(statement(ctx).replace(/[\s>|]+/g, ' '))
