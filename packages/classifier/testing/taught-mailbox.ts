import { createModel, learn, type Model, observe } from '../model.ts'
import type { MessageToSort } from '../types.ts'
import { folder, mailWith } from './messages.ts'

export const THRESHOLD = 0.6
export const gardening = folder('Gardening', 'Letters from garden centres, seed catalogues and my allotment club')
export const others = [folder('Club', 'My tennis club'), folder('Bills', 'Invoices and payments'), folder('Friends')]
export const folders = [...others, gardening]

export function mailOf(id: string, n: number): MessageToSort {
  const texts: Record<string, Partial<MessageToSort>> = {
    Club: {
      from: `office${n % 4}@sportivo.example`,
      subject: `Club night ${n}: court times`,
      text: 'The club meets at seven.',
    },
    Bills: { from: `billing${n % 3}@power.example`, subject: `Invoice ${n}`, text: 'Amount due, pay by Friday.' },
    Friends: {
      from: `friend${n % 5}@home.example`,
      subject: `See you on day ${n}?`,
      text: 'Dinner at our place, love.',
    },
  }
  return mailWith(texts[id] ?? {})
}

/** A mailbox in which the user has filed 30 messages of each other folder. */
export function taughtMailbox(): Model {
  const model = createModel()
  for (let n = 0; n < 30; n++)
    for (const { id } of others) {
      const mail = mailOf(id, n)
      observe(model, mail)
      learn(model, mail, id, folders)
    }
  return model
}

export const wateringRota = {
  subject: 'Allotment club: watering rota',
  text: 'Whose turn is it at the allotment this week?',
}
