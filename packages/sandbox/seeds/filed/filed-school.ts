import { pdf } from '../file-builders.ts'
import { inFolder } from '../seed-mail.ts'

const weber = 'Mme Weber <c.weber@ecole-du-parc.example>'
const okafor = 'Mr Okafor <d.okafor@ecole-du-parc.example>'
const office = 'Secrétariat École du Parc <secretariat@ecole-du-parc.example>'
const canteen = 'Cantine du Parc <cantine@ecole-du-parc.example>'
const parents = 'Parents 4B <parents-4b@lists.ecole-du-parc.example>'
const music = 'Music School Esch-les-Bains <office@music-esch.example>'

const list = { 'List-Id': 'Parents 4B <parents-4b.lists.ecole-du-parc.example>', Precedence: 'list' }

export const school = inFolder('School', 'school', [
  {
    language: 'fr',
    at: '1 16:31',
    from: weber,
    subject: 'Mila - sortie à la ferme mardi',
    text: `Chers parents,

Mardi nous allons à la ferme des Quatre-Vents. Départ 8 h 15 précises devant le portail, retour vers 15 h 30. Prévoir \
: bottes, pique-nique sans verre, un change pour ceux qui aiment les flaques (Mila, je pense à toi).

Merci de rendre le talon signé avant vendredi.

C. Weber, classe 2A`,
    files: [
      {
        name: 'talon sortie ferme.pdf',
        contentType: 'application/pdf',
        content: pdf(['Ecole du Parc', 'Sortie a la ferme: autorisation']),
      },
    ],
  },
  {
    language: 'fr',
    at: '8 07:40',
    from: weber,
    subject: 'Poux',
    text: `Chers parents,

Trois cas dans la classe. Merci de vérifier ce soir, derrière les oreilles et dans la nuque, et de ne pas chercher de \
coupable dans le groupe de discussion.

C. Weber`,
  },
  {
    at: '3 15:10',
    from: okafor,
    subject: 'Jonas: science fair project',
    text: `Dear Mr Maes, dear Ms Vandamme,

Jonas has chosen "Can you measure a river with a bucket?" for the science fair. It is a fine question. Could you make \
sure that the work remains his? Last year we had a volcano with a touch screen.

He will need a stopwatch, a bucket, and a river.

D. Okafor, class teacher 6C`,
  },
  {
    at: '19 17:22',
    from: okafor,
    subject: 'Parent-teacher talks: your slot',
    text: `Your slot is Thursday, 17:40 to 17:55, room 114. If you cannot come, please swap with another family and \
tell me whom you swapped with.

D. Okafor`,
  },
  {
    language: 'fr',
    at: '6 10:00',
    from: office,
    subject: 'Fermeture exceptionnelle lundi matin',
    text: `Madame, Monsieur,

En raison d'une coupure d'eau dans le quartier, l'école n'ouvrira lundi qu'à 10 h. Un accueil est assuré au gymnase à \
partir de 8 h pour les enfants dont les parents travaillent.

Le secrétariat`,
    importance: 'high',
  },
  {
    language: 'fr',
    at: '28 09:15',
    from: office,
    subject: 'Réinscription 6e et orientation',
    text: `Madame, Monsieur,

Le dossier de réinscription de votre fils Jonas pour l'année prochaine est à remettre avant la fin du mois, complété \
et signé par les deux parents. Pièces à joindre : certificat de résidence, carnet de vaccination (copie), deux photos.

Les dossiers incomplets ne seront pas traités, même avec un sourire.`,
    files: [
      {
        name: 'dossier_réinscription.pdf',
        contentType: 'application/pdf',
        content: pdf(['Dossier de reinscription', 'Annee scolaire suivante']),
      },
    ],
  },
  {
    language: 'fr',
    at: '5 06:45',
    from: canteen,
    subject: 'Menus de la semaine',
    text: `Lundi : soupe de potiron, pâtes bolognaise (ou lentilles), pomme
Mardi : salade, filet de colin, riz, yaourt
Jeudi : crudités, gratin de légumes, compote
Vendredi : potage, poulet rôti, purée, gâteau des anniversaires de mars

Allergies : cantine@ecole-du-parc.example au plus tard la veille.`,
  },
  {
    language: 'fr',
    at: '33 06:45',
    from: canteen,
    subject: 'Solde de votre compte cantine : 7,20 €',
    text: `Bonjour,

Le solde du compte cantine de Mila est de 7,20 €, soit un repas et demi. Merci de le recharger par virement en \
indiquant le matricule 2A-17. Les demi-repas ne sont pas servis.`,
  },
  {
    at: '2 21:48',
    from: parents,
    subject: '[parents-4b] Saturday: who brings what',
    headers: list,
    text: `Hi everyone, the list so far for the class picnic:

Cakes: Noah's dad, Lina's mum
Salads: nobody
Drinks: us
Blankets: Robin? You said you have that huge one

Please somebody take salads. It cannot be only cake. (It can be only cake.)

Sandra, mum of Theo`,
  },
  {
    at: '2 22:15',
    from: parents,
    subject: 'Re: [parents-4b] Saturday: who brings what',
    headers: list,
    text: `We do a pasta salad without nuts. Does anybody still have our cool box with the red lid from LAST year?

Farid (Noah)

> Salads: nobody`,
  },
  {
    language: 'de',
    at: '22 19:30',
    from: parents,
    subject: '[parents-4b] Abschiedsgeschenk für Frau Kremer',
    headers: list,
    text: `Liebe Eltern,

Frau Kremer geht nach 34 Jahren in Rente. Vorschlag: jedes Kind malt ein Blatt, wir binden ein Buch daraus, dazu ein \
Gutschein der Gärtnerei (5 € pro Familie, freiwillig).

Blätter bitte bis zum 15. in meinen Briefkasten, NICHT gefaltet.

Viele Grüße
Anke (Mama von Lina)`,
  },
  {
    at: '41 12:30',
    from: parents,
    subject: '[parents-4b] lost: one blue glove, one tooth',
    headers: list,
    text:
      `Both lost by Theo on the way home on Monday between the school and the bakery. We do not need the glove. ` +
      `The tooth is wanted by its owner for the usual commercial reasons.`,
  },
  {
    at: '11 14:00',
    from: music,
    subject: 'Flute lesson moved to Wednesday 16:30',
    text: `Dear parents of Jonas,

from next week the flute lesson with Ms Aubry takes place on Wednesday at 16:30 in room 3 instead of Thursday. The end \
of term concert is on the 21st, black trousers, white top, and please shoes that do not squeak.

Music School office`,
  },
  {
    at: '47 14:05',
    from: music,
    subject: 'Fees for the second semester',
    text: `Dear parents,

the fee for the second semester (Jonas, transverse flute, 30 minutes) is 184.00 EUR and is due on the 15th. Families \
with two children receive ten percent off for the second one. Does Mila want to try the cello? She was looking at it.

The office`,
    files: [
      {
        name: 'fees-2.pdf',
        contentType: 'application/pdf',
        content: pdf(['Music School', 'Second semester: EUR 184.00']),
      },
    ],
  },
  {
    language: 'fr',
    at: '54 18:08',
    from: 'Association des parents <ape@ape-ecole-du-parc.example.org>',
    subject: 'Bourse aux vélos : il nous manque des bras',
    text: `Chers parents,

Samedi de 9 à 13 h dans la cour. Nous cherchons encore : deux personnes pour le contrôle des freins, une pour la \
caisse, quelqu'un qui sache gonfler. Les invendus repartent avec leur propriétaire, c'est promis cette année.

Inscription par simple réponse à ce courriel.

Le comité de l'APE`,
  },
  {
    at: '62 08:02',
    from: 'After School House <maison.relais@ecole-du-parc.example>',
    subject: 'Mila forgot her inhaler',
    text: `Good morning, Mila's inhaler is in our kitchen, in the blue cup. She was fine. Could you bring a second one \
that stays here, with the doctor's note?

Nadine, after school house`,
  },
  {
    language: 'fr',
    at: '85 11:44',
    from: office,
    subject: 'Photo de classe : commande en ligne',
    text:
      `Les photos de classe sont arrivées. Codes d'accès personnels : Jonas 6C-2204, Mila 2A-8817. Commande ` +
      `jusqu'au 30, après quoi le photographe part en vacances et nous aussi.`,
  },
])
