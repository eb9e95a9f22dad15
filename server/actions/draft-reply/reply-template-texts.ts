import type { DraftReplyConfig } from '../../../contract/actions.ts'
import type { Language } from './detect-language.ts'

type Tone = DraftReplyConfig['tone']

interface ReplyTexts {
  /** `%` is the name; the second form is used without one. */
  greeting: Record<Tone, readonly [named: string, unnamed: string]>
  /** `%` is the subject; the second form is used without one. */
  thanks: Record<Tone, readonly [about: string, plain: string]>
  /** From response length "concise" on. */
  answerFollows: string
  /** For response length "detailed". */
  more: string
  closing: Record<Tone, string>
  /** Marks the draft as a template. */
  templateNotice: string
}

/** Texts of a draft that is written without a language model. */
export const replyTemplateTexts: Record<Language, ReplyTexts> = {
  en: {
    greeting: {
      formal: ['Dear %,', 'Dear Sir or Madam,'],
      'professional and friendly': ['Hello %,', 'Hello,'],
      casual: ['Hi %,', 'Hi,'],
      enthusiastic: ['Hi %!', 'Hi there!'],
    },
    thanks: {
      formal: ['Thank you for your message regarding “%”.', 'Thank you for your message.'],
      'professional and friendly': ['Thank you for your message about “%”.', 'Thank you for your message.'],
      casual: ['Thanks for your mail about “%”.', 'Thanks for your mail.'],
      enthusiastic: ['Thank you so much for your message about “%”!', 'Thank you so much for your message!'],
    },
    answerFollows: 'I will look at it and get back to you.',
    more: 'If anything is urgent, or if there is more that I should know, please reply to this mail.',
    closing: {
      formal: 'Yours sincerely,',
      'professional and friendly': 'Kind regards,',
      casual: 'Best,',
      enthusiastic: 'Warm regards,',
    },
    templateNotice: '[A template, written without a language model: please complete it before you send it.]',
  },
  de: {
    greeting: {
      formal: ['Guten Tag %,', 'Sehr geehrte Damen und Herren,'],
      'professional and friendly': ['Guten Tag %,', 'Guten Tag,'],
      casual: ['Hallo %,', 'Hallo,'],
      enthusiastic: ['Hallo %!', 'Hallo!'],
    },
    thanks: {
      formal: ['vielen Dank für Ihre Nachricht zu „%“.', 'vielen Dank für Ihre Nachricht.'],
      'professional and friendly': ['vielen Dank für Ihre Nachricht zu „%“.', 'vielen Dank für Ihre Nachricht.'],
      casual: ['danke für die Mail zu „%“.', 'danke für die Mail.'],
      enthusiastic: ['ganz herzlichen Dank für die Nachricht zu „%“!', 'ganz herzlichen Dank für die Nachricht!'],
    },
    answerFollows: 'Ich sehe es mir an und melde mich dazu.',
    more: 'Wenn etwas eilt oder ich noch etwas wissen sollte, genügt eine Antwort auf diese Mail.',
    closing: {
      formal: 'Mit freundlichen Grüßen',
      'professional and friendly': 'Freundliche Grüße',
      casual: 'Viele Grüße',
      enthusiastic: 'Herzliche Grüße',
    },
    templateNotice: '[Eine Vorlage, ohne Sprachmodell geschrieben: bitte vor dem Senden ergänzen.]',
  },
  fr: {
    greeting: {
      formal: ['Bonjour %,', 'Madame, Monsieur,'],
      'professional and friendly': ['Bonjour %,', 'Bonjour,'],
      casual: ['Salut %,', 'Salut,'],
      enthusiastic: ['Bonjour % !', 'Bonjour !'],
    },
    thanks: {
      formal: ['Je vous remercie de votre message au sujet de « % ».', 'Je vous remercie de votre message.'],
      'professional and friendly': ['Merci pour votre message au sujet de « % ».', 'Merci pour votre message.'],
      casual: ['Merci pour le message sur « % ».', 'Merci pour le message.'],
      enthusiastic: ['Un grand merci pour votre message au sujet de « % » !', 'Un grand merci pour votre message !'],
    },
    answerFollows: 'Je le regarde et je reviens vers vous.',
    more: 'Si quelque chose est urgent ou s’il me manque une information, il suffit de répondre à ce message.',
    closing: {
      formal: 'Je vous prie d’agréer mes salutations distinguées,',
      'professional and friendly': 'Cordialement,',
      casual: 'À bientôt,',
      enthusiastic: 'Bien chaleureusement,',
    },
    templateNotice: '[Un modèle, rédigé sans modèle de langage : à compléter avant l’envoi.]',
  },
  es: {
    greeting: {
      formal: ['Buenos días, %:', 'A quien corresponda:'],
      'professional and friendly': ['Buenos días, %:', 'Buenos días:'],
      casual: ['Hola, %:', 'Hola:'],
      enthusiastic: ['¡Hola, %!', '¡Hola!'],
    },
    thanks: {
      formal: ['Le agradezco su mensaje sobre «%».', 'Le agradezco su mensaje.'],
      'professional and friendly': ['Gracias por su mensaje sobre «%».', 'Gracias por su mensaje.'],
      casual: ['Gracias por el correo sobre «%».', 'Gracias por el correo.'],
      enthusiastic: ['¡Muchísimas gracias por su mensaje sobre «%»!', '¡Muchísimas gracias por su mensaje!'],
    },
    answerFollows: 'Lo reviso y le respondo.',
    more: 'Si algo es urgente o hay algo más que deba saber, basta con responder a este correo.',
    closing: {
      formal: 'Atentamente,',
      'professional and friendly': 'Saludos cordiales,',
      casual: 'Un saludo,',
      enthusiastic: 'Un cordial saludo,',
    },
    templateNotice: '[Una plantilla, escrita sin modelo de lenguaje: complétela antes de enviarla.]',
  },
  nl: {
    greeting: {
      formal: ['Geachte %,', 'Geachte heer, mevrouw,'],
      'professional and friendly': ['Beste %,', 'Goedendag,'],
      casual: ['Hoi %,', 'Hoi,'],
      enthusiastic: ['Hallo %!', 'Hallo!'],
    },
    thanks: {
      formal: ['Hartelijk dank voor uw bericht over “%”.', 'Hartelijk dank voor uw bericht.'],
      'professional and friendly': ['Bedankt voor uw bericht over “%”.', 'Bedankt voor uw bericht.'],
      casual: ['Bedankt voor je mail over “%”.', 'Bedankt voor je mail.'],
      enthusiastic: ['Heel erg bedankt voor het bericht over “%”!', 'Heel erg bedankt voor het bericht!'],
    },
    answerFollows: 'Ik kijk ernaar en kom erop terug.',
    more: 'Als er haast bij is of als ik nog iets moet weten, kan dat in een antwoord op deze mail.',
    closing: {
      formal: 'Hoogachtend,',
      'professional and friendly': 'Met vriendelijke groet,',
      casual: 'Groeten,',
      enthusiastic: 'Hartelijke groet,',
    },
    templateNotice: '[Een sjabloon, zonder taalmodel geschreven: vul het aan voordat u het verstuurt.]',
  },
}
