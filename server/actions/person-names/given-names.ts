/** For comparison with addresses: "Zoë" as "zoe", "Groß-Nuñez" as "grossnunez". */
export const normalizeName = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f.’'-]/gu, '')
    .replace(/ß/gu, 'ss')
    .replace(/ø/gu, 'o')
    .replace(/ł/gu, 'l')

/** Common given names that are rarely other words. */
const givenNames: ReadonlySet<string> = new Set(
  `
  aaron abby abdul abdullah abel abigail abraham achim ada adam adela adele adelheid adnan adolfo adrian adriana
  adrien agata agathe agnes agnese agnieszka agnija ahmad ahmed aicha aiko ainhoa aisha aishwarya akira aksel alain
  alan alana albert alberto aldo alejandra alejandro aleksander aleksandra alena ales alessandra alessandro alessia
  alessio alex alexander alexandra alexandre alexandru alexia alexis alfons alfonso alfred alfredo ali alice alicia
  alina aline alisa alisha alison alistair alix allison alma alois alvaro alwin alyssa ama amalia amanda amandine
  amara amaury amaya amelia amelie amina aminata amir amira amit amparo amy ana anais anand anastasia ander anders
  andre andrea andreas andree andrei andrej andres andrew andrzej andy anette angela angelika angelina angelique
  angelo anika anil anita anja anjali anke anker ann anna annabel annabelle annalena anne annegret anneke annelies
  anneliese annelore annemarie annemiek annemieke annett annette annick annie annika anouk anouschka ansgar anthony
  antje antoine anton antonella antonia antonio antti anya apolline arash ariane ariel arjen arjun armand armin arnaud
  arnd arne arno arnold arthur arturo arun arvid asha ashley ashok asif astrid attila aude audrey augustin aurelie
  aurelio avery axel ayesha aylin ayse aziz bahar barbara barbel barry bart bartek bartosz bas bastian bastien bea
  beata beate beatrice beatrix beatriz becky begona bella ben benedetta benedict benedikt bengt benjamin benno benoit
  bente beppe bernadette bernard bernardo bernd bernhard bert berta bertha bertrand beth bethany betty bex bianca
  bilal birgit birgitta birte bjarne bjorn bob bobby bodo bogdan bojan bonnie boris bostjan bozena bram brandon brenda
  brent brian bridget brigitta brigitte britta brooke bruce bruno bryan burak burkhard camila camilla camille capucine
  carina carl carla carlo carlos carlotta carmela carmen carol carola carole carolina caroline carolyn carsten caspar
  catalin catalina catarina caterina catherine cathy catriona cecile cecilia cedric celia celine cem cemal chantal
  charles charlie charlotte charo chiara chidi chloe chris christa christel christelle christian christiane christie
  christina christine christof christoph christophe christopher chuck ciara cindy claas claire clara clare clarissa
  claude claudette claudia claudine claudio claus clemence clemens clement clementine cleo clive coen colette colin
  colleen connor conny conor conrad constance constantin cora coralie cordula corentin corina corinna corinne cornelia
  cornelis cornelius cosima craig cristian cristiana cristina cristobal curt cynthia cyril cyrille daan dagmar damian
  damien dan dana dani daniel daniela daniele danielle danny daphne daria dario darius darren dave david davide dean
  deborah debra deepak deirdre dejan delphine denis denise dennis derek derya desiree detlef detlev devin diana diane
  didier diego dieter dietmar dietrich dieuwke dilara dimitri dimitrios dina dirk divya dolores domagoj dominic
  dominik dominika dominique don donald donatella donna dora doreen dorian doris dorota dorothea dorothee dorothy doug
  dragana dries duncan dylan eberhard ebru eckhard ed eddie edgar edith edmund eduard eduardo edward edwin efe eileen
  ekaterina elaine elea eleanor elena eleni eleonora elfriede elgin eli elia elias elif elina eline elisa elisabeth
  elisabetta elise elizabeth elke ella ellen elliot elliott elmar els elsa elsbeth else elvira emanuel emanuele emeka
  emeline emil emile emilia emilie emilio emily emine emma emmanuel emmanuelle emrah emre enrica enrico enrique enzo
  eric erica erich erik erika erin ernst erwin esma esra esteban estelle esther eszter ethan etienne eugen eugene
  eugenia eusebio eva evan eve evelien evelin evelyn evelyne evi ewa ewald ewen fabian fabien fabienne fabio fabrice
  fabrizio fadi fanny farah farid fatih fatima fatma federica federico felicia felicitas felicity felipe felix femke
  ferdinand ferenc fergus fernanda fernando ferran filip filippo finn fiona flavia flavio fleur florent florian
  floriane florin folake frances francesca francesco francis francisca francisco franck francois francoise frank
  franka franz franziska frauke fred freddy frederic frederick frederik frederike frederique frida frieda friederike
  friedhelm friedrich frits fritz gabi gabor gabriel gabriela gabriele gabriella gabrielle gael gaelle gaetan gaia
  gail gareth gary gaspard gaurav gavin geert gema gemma genevieve geoff geoffrey georg george georges georgina gerald
  geraldine gerard gerd gerda gerhard gerlinde germain gernot gerold gerrit gert gertrud gesine ghislaine giacomo
  giada gian gianluca gianni gideon gijs gilbert gilles gillian gina giorgia giorgio giovanna giovanni gisela giselle
  gitta gitte giulia giuliana giulio giuseppe gizem glen glenn gloria gokhan gonzalo goran gordon graham grazia greg
  gregor gregory greta gretchen grete grzegorz gudrun guido guillaume guillermo gunilla gunnar gunter gunther gustav
  gustavo gwen gwenael gyula hadi hagen hakan halina halvard hamid hamza hana hanna hannah hanne hanneke hannelore
  hannes hans hansi harald harold harriet harry hartmut hartwig haruka hasan hassan hatice hazel heather hector hedwig
  heide heidi heike heikki heiko heiner heinrich heinz helen helena helene helga helge hellen helmut hendrik henk
  henning henri henriette henrik henrike henry herbert heribert herman hermann hermine herve hilario hilary hilda
  hilde hildegard hiroko hiroshi holger holly horst howard hubert hugo hugues humberto huong huseyin hynek ian ibrahim
  ida ignacio igor iker ilaria ilie ilka ilmari ilona ilse imke imran ina ines inga inge ingeborg inger ingmar ingo
  ingrid ingvild inigo inmaculada ionut irena irene irina iris irma irmgard isa isaac isabel isabell isabella isabelle
  ismail istvan ivan ivana ivica ivo ivonne iwona jaap jacek jack jackie jacob jacqueline jacques jaime jakob jakub
  jamal james jamie jan jana jane janet janice janina janine janis janna janne jannes jannik jannis janusz jared
  jasmijn jasmin jasmina jasmine jason jasper javier jay jean jeanette jeanine jeanne jeff jeffrey jelena jelle jen
  jennie jennifer jenny jens jeremy jeroen jerome jerry jerzy jesper jesse jessica jessie jesus jette jill jim jimena
  jimmy jiri jisoo jo joachim joan joana joanna joanne joao joaquin jocelyne jochen jodie joe joel joelle joep johan
  johann johanna johannes john johnny jolanda jolanta jolien jon jonah jonas jonathan joost joran jordan jordi jorg
  jorge joris jos jose josef josefina josefine joseph josephine josh joshua josiane josie jovana joyce juan juana
  juanita judith judy juha jukka julia julian juliana juliane julie julien juliette julio julius jurgen jurgita
  jurriaan justin justina justine justus jutta kai kaja kamil karel karen karim karima karin karina karine karl karla
  karolina karoline karsten kaspar kasper katalin katarina katarzyna kate katerina katharina katherine kathi kathleen
  kathrin kathryn kathy katia katie katja katrien katrin kavita kay kayla keith kelly ken kenji kenneth kenta kerstin
  kestutis kevin khalid kiara kilian kim kimberly kirsten kirstine kirsty kjell kjetil klaas klara klaus knut koen
  kofi konrad konstantin korinna kornelia krishna kristian kristin kristina kristine kristof krystyna krzysztof kubra
  kurt kwame kyle laetitia laila lakshmi lara larissa lars laszlo latifa laura laure lauren laurence laurens laurent
  laurie lea leah leandro leen leila lena lene leni lenka lennart leo leon leona leonardo leonhard leonie leonor
  leopold leopoldo leroy lesley leslie letizia levi lewis lia liam lidia lieke lieselotte lieve liisa lilian liliana
  lilli lily lina linda lindsay line linh linnea linus lioba lionel lisa lisbeth lise lisette liv livia liz liza
  lizzie lloyd loes loic lola lorena lorenz lorenzo lori lorna lorraine lothar lotta lotte lou louis louisa louise
  lubos luc luca lucas lucia lucian luciana luciano lucie lucien lucy ludger ludmila ludovic ludovica ludwig luigi
  luis luisa luise lukas luke lutz lydia lydie lynn maaike maarten maartje mabel macarena maciej madeleine madeline
  mads mael maelys maeve magali magda magdalena magnus mahmoud maike maja malcolm malgorzata malik malin malte mandy
  manfred manoj manon manuel manuela mara marc marcel marcela marcello marcia marcin marcio marco marcos marcus
  mareike marek maren margaret margareta margarete margarita margaux margit margot margret margriet maria mariam
  marian mariana marianne marie marieke mariella marielle marietta marijke marika marin marina marine mario marion
  marisa mariska marius marjan marjolein marjorie mark marko markus marleen marlen marlene marlies marlon marta martha
  martin martina martine martino marty marvin mary maryam mateja mateo mateusz mathieu mathilda mathilde mathis
  matilda matt mattea matteo matthew matthias matthieu mattia matts maud maureen maurice mauricio maurits mauro max
  maxime maximilian maya mechthild meera megan mehdi mehmet mei meike meinhard mel melanie melissa melody meret merle
  mert meryem mette mia micaela michael michaela michal michel michele micheline michelle mick miguel mihaela mihai
  mika mike mikkel mikko mila milena milica milo mina mindaugas minh minjun mira miranda mireille mirela miriam mirjam
  mirko miroslav mohamed mohammad mohammed moira molly mona monica monika monique montserrat morgane moritz morten
  moses mounir muhammad murat muriel murielle mustafa mustapha myriam nabil nadege nadia nadim nadine nadja naiara
  naima nancy naoko naomi nastasia natalia natalie natascha natasha nathalie nathan nazli neha neil nele nelly nemanja
  nerea nermin neslihan neville ngozi nguyet niall nicholas nick nicky nico nicola nicolai nicolas nicole niels nienke
  nigel nik nikhil nikita niklas nikola nikolai nikolaus nikos nils nina nisha nkechi noah noel noelia noemi noemie
  nolwenn nomsa nora norah norbert norma norman nuno nuria obinna odette odile olaf olga oliver olivia olivier olu
  omar orhan oscar oskar osman otmar ottilie otto owen oyvind ozan ozgur ozlem pablo pal pamela paola paolo pascal
  pascale pat patrice patricia patricio patrick patrik patrizia paul paula paulette paulina pauline paulo pavel pawel
  pedro peggy pekka penelope pernille pete peter petr petra phil philip philipp philippa philippe philomene phoebe
  phyllis pia piero pierre piet pieter pieternel pietro pilar pim piotr pippa primoz priscilla priya quentin quinten
  quirin rachael rachel rachid radek radim rafael rafal raffaele ragnhild rahel rahul rainer raj rajesh rajiv ralf
  ralph ramesh ramon ramona randy raoul raphael raphaela raquel rasmus raul ravi ray raymond razvan rebecca rebekka
  regina regine regis regula reiner reinhard reinhold rejane rekha rembert remco remi remy renata renate renaud rene
  renee renske reto rhys ria ricarda ricardo riccardo richard rick rico rieke riikka rik rika rita rob robbert robert
  roberta roberto robin rocio roderick rodolfo rodrigo roel roger rogier roland rolf romain roman romina romy ron
  ronald ronja ronny rosa rosalia rosalie rosalind rosanna rosario rosella rosemarie rosemary rosie rosina roswitha
  roxana roxane roy ruben rudi rudiger rudolf rupert russell ruth ruud ryan sabina sabine sabrina safia salim sally
  salma salome salvador salvatore sam samantha sami samir samira samuel samuele sandeep sander sandra sandrine sandro
  sandy sanja sanjay sanjeev sanne sara sarah sascha saskia scott sean sebastian sebastiano sebastien selim selin
  selina selma serap serge sergei sergey sergio serkan seth sevda severin severine shane shannon sharon shaun sheila
  shirin shirley siegfried sigrid sigrun sigurd silas silja silke silvana silvia silvio simon simona simone simonetta
  sina sinead siobhan sipho siri sjoerd snezana sofia sofie solange solene solveig sonia sonja sonya sophia sophie
  soraya soren srinivas stacey stan stanislav stanislaw stefan stefania stefanie stefano steffen steffi stella steph
  stephan stephane stephanie stephen stevan steve steven stijn stuart sue sunil sunita suresh susan susana susanna
  susanne susi suzanne suzy sven svenja svetlana swantje sybille sylke sylvain sylvia sylvie tabea tadeusz takeshi
  tamara tamas tammy tania tanja tanya tara tarik tariq tatiana tatjana ted teresa tereza terry tess tessa thandi thea
  theo theodor theodora theresa therese theresia thibault thibaut thierry thijs thilo thomas thorben thorsten tiago
  tibor tiina tijs till tilly tilman tilmann tim timo timothy tina tineke tjark tobias toby todd tom tomas tomasz
  tomislav tommaso tommy toni tonia tony torben torsten tove tracy trevor trine trisha tristan trudy tuan tugba tuomas
  udo ugo ulf uli ulla ulrich ulrike ulysse umberto umut urs ursel ursula uschi ute uwe vaclav vadim valentin
  valentina valentine valeria valerie valerio vanessa vasco veit vera verena veronica veronika veronique vesna vicente
  vicky victor vikram viktor viktoria vincent vincenzo viola violetta virginie vishal vito vivek vivian viviana vivien
  vivienne vladimir volkan volker volkmar walter waltraud wanda warren wayne wendelin wendy werner wibke wiebke
  wieland wilfried wilhelm willem william wilma wim winfried wolf wolfgang wolfram wouter xabier xander xavier ximena
  yael yann yannick yara yasemin yasmin yasmina yasmine ying yoko yolanda yolande yosef yousef youssef yuki yulia yuri
  yusuf yvan yves yvette yvonne zachary zahra zara zdenek zeynep zoe zofia zoltan zoran zsofia zsuzsanna zuzana
  александр александра алексей анастасия андрей анна антон борис валентина вера виктор виктория владимир галина дарья
  денис дмитрий евгений екатерина елена иван игорь ирина кирилл ксения лариса людмила максим марина мария михаил
  надежда наталья никита николай ольга павел петр роман светлана сергей софия татьяна юлия юрий олена тарас богдан
  γιωργος μαρια ελενη νικος γιαννης κωνσταντινος δημητρης κατερινα σοφια αννα παναγιωτης χρηστος βασιλης नेहा अमित
  राहुल प्रिया अनिल सुनीता राजेश संजय दीपक पूजा अंजलि विक्रम रवि अनीता सीमा محمد احمد علي حسن فاطمة مريم عمر خالد يوسف
  سارة ليلى نور ابراهيم محمود عائشة יוסי דוד משה שרה רחל יעל נועה דניאל מיכל אבי רונית
  `
    .trim()
    .split(/\s+/)
    .map(normalizeName),
)

/** "Jean-Pierre" is one by its first part, "Juergen" as "Jürgen". */
export function isGivenName(word: string): boolean {
  const name = normalizeName(word.split('-')[0] ?? '')
  return givenNames.has(name) || givenNames.has(name.replace(/([aou])e/gu, '$1'))
}
