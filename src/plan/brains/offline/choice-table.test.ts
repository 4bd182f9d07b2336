// Goals in five languages and what each of them is. The lists of words were not written from them.
import { describe, expect, it } from 'vitest';
import { choosePlaybook } from './choose-playbook.ts';
import { draftOf } from './draft.ts';

const table: readonly (readonly [kind: string, goal: string])[] = [
  ['open-a-physical-business', 'Open a small cheese shop with a tasting counter in Ghent'],
  ['software-product', 'Build a web app that lets rowing clubs book their boats'],
  ['event', 'Plan a summer garden party for 45 neighbors on 3 July'],
  ['research-or-study', 'Study how night lighting changes the number of moths in two parks'],
  ['sales-prospecting', 'Win 5 new clients for our translation bureau among law firms in Dublin'],
  ['construction-or-renovation', 'Convert the old stable behind our farmhouse into a holiday flat'],
  ['content-or-publication', 'Write an illustrated handbook on sharpening hand tools'],
  ['relocation-or-travel', 'Travel from Oslo to Istanbul by train with our two teenagers'],
  ['hardware-product', 'Design and manufacture 300 units of a solar-powered bee counter device'],
  ['public-programme', 'Set up a mentoring programme for unemployed youth in our district'],
  [
    'marketing-campaign',
    'Run a social media campaign to bring 2,000 visitors to the maritime museum',
  ],
  ['organisation-change', 'Introduce a four-day week for the 25 employees of our print shop'],
  ['personal-project', 'Learn to play the cello well enough for a family concert next Christmas'],
  ['personal-errand', 'Replace the broken lamp in the hallway and take out the trash'],
  ['general', 'Bring the two feuding sides of the valley to one table'],
  ['open-a-physical-business', 'Eine Eisdiele am Hafen von Rostock eröffnen, Budget 90.000 Euro'],
  ['software-product', 'Eine Plattform für den Tausch von Werkzeug unter Nachbarn entwickeln'],
  ['event', 'Ein Klassentreffen für 60 Personen im Mai in Kassel organisieren'],
  ['research-or-study', 'Eine Umfrage unter 400 Haushalten zum Wasserverbrauch durchführen'],
  ['construction-or-renovation', 'Das Dach unserer Scheune sanieren und eine Solaranlage einbauen'],
  ['content-or-publication', 'Ein Kinderbuch über einen Leuchtturm schreiben und veröffentlichen'],
  ['relocation-or-travel', 'Mit drei Kindern von Bremen nach Graz umziehen'],
  ['hardware-product', 'Ein Messgerät für Imker entwickeln und 500 Stück fertigen'],
  ['marketing-campaign', 'Eine Kampagne, damit der Sportverein 150 neue Mitglieder gewinnt'],
  ['organisation-change', 'Unsere Buchhaltung digitalisieren und die Mitarbeiter schulen'],
  ['personal-project', 'Bis zum Sommer 8 Kilo abnehmen und einen Halbmarathon laufen'],
  ['open-a-physical-business', 'Ouvrir une librairie avec un salon de thé à Nantes'],
  ['software-product', 'Développer une application mobile pour suivre les ruches'],
  ['event', 'Organiser un colloque de deux jours pour 120 participants à Liège'],
  ['research-or-study', 'Réaliser une étude sur la qualité de l’air dans dix écoles'],
  ['sales-prospecting', 'Trouver 8 nouveaux clients pour notre cabinet de conseil à Lille'],
  [
    'construction-or-renovation',
    'Rénover la cuisine et la salle de bain de notre maison pour 40 000 €',
  ],
  ['content-or-publication', 'Écrire un roman policier qui se passe en Bretagne'],
  ['relocation-or-travel', 'Un voyage de trois semaines au Pérou avec ma sœur'],
  ['public-programme', 'Un programme d’alphabétisation pour 200 habitants de la commune'],
  ['marketing-campaign', 'Lancer une campagne pour faire connaître notre brasserie artisanale'],
  ['personal-project', 'Apprendre le portugais avant mon départ à la retraite'],
  ['open-a-physical-business', 'Abrir una panadería sin gluten en Valencia con 80.000 euros'],
  ['software-product', 'Crear una página web para reservar pistas de pádel'],
  ['event', 'Organizar una boda para 90 invitados en Sevilla en octubre'],
  ['research-or-study', 'Un estudio sobre el ruido nocturno en el centro de Bilbao'],
  ['construction-or-renovation', 'Reformar el baño y cambiar el tejado de la casa de mis abuelos'],
  ['hardware-product', 'Diseñar un juguete de madera y fabricar 1.000 unidades'],
  ['public-programme', 'Un programa de becas para 50 jóvenes del municipio'],
  ['organisation-change', 'Implantar el teletrabajo en nuestra empresa de 60 empleados'],
  ['relocation-or-travel', 'Mudarnos a Montevideo con un perro en marzo'],
  ['personal-project', 'Dejar de fumar antes de fin de año'],
  ['personal-errand', 'Regar las plantas del balcón'],
  ['open-a-physical-business', 'Åbne en gårdbutik med ost og brød ved Silkeborg'],
  ['software-product', 'Udvikle en app, som hjælper lystfiskere med at finde fiskepladser'],
  ['event', 'Holde en konfirmation for 50 gæster i maj'],
  ['research-or-study', 'Undersøge, hvordan skolebørn i Odense kommer til skole'],
  ['construction-or-renovation', 'Bygge et skur og renovere køkkenet i sommerhuset'],
  ['content-or-publication', 'Skrive en kogebog med 60 opskrifter fra Vadehavet'],
  ['marketing-campaign', 'En kampagne, der giver svømmehallen flere besøgende'],
  ['organisation-change', 'Indføre et nyt lagersystem på vores lager med 40 medarbejdere'],
  ['relocation-or-travel', 'Flytte til Aarhus med to børn inden skolestart'],
  ['personal-project', 'Tage kørekort inden sommeren'],
  ['public-programme', 'En indsats for hjemløse unge i kommunen'],
  ['general', 'At få naboerne til at enes om skellet'],
  ['open-a-physical-business', 'Start a small brewery with a tap room in Tartu for €250,000'],
  ['open-a-physical-business', 'Open a physiotherapy clinic in Cork next autumn'],
  ['software-product', 'Build a dashboard that shows our harbor’s tide and traffic data'],
  ['software-product', 'Launch an online shop for second-hand climbing gear'],
  ['event', 'Plan the 100th anniversary of our fire brigade with a parade'],
  ['event', 'Host a hackathon for 80 students in March'],
  ['research-or-study', 'Investigate why swifts no longer nest in the old town'],
  ['research-or-study', 'Carry out a feasibility study for a ferry line'],
  ['sales-prospecting', 'Find 15 leads for our packaging machines and close 2 deals'],
  ['construction-or-renovation', 'Build a footbridge over the mill stream'],
  ['construction-or-renovation', 'Renovate a 1930s apartment of 85 square meters for 60,000 euros'],
  ['content-or-publication', 'Make a documentary about the last lighthouse keeper'],
  ['content-or-publication', 'Launch a weekly newsletter for beekeepers'],
  ['relocation-or-travel', 'Emigrate to Uruguay with my partner'],
  ['relocation-or-travel', 'Plan a honeymoon in Iceland in February'],
  ['hardware-product', 'Design a smart lock for bicycles and produce 500 units'],
  ['hardware-product', 'Build a prototype of a rowing machine for wheelchair users'],
  ['public-programme', 'Create a municipal scholarship for young musicians'],
  ['public-programme', 'Roll out a recycling scheme for 20,000 households'],
  ['marketing-campaign', 'Promote our vineyard to tourists with a budget of 8,000 euros'],
  ['marketing-campaign', 'Grow our Instagram followers to 10,000'],
  ['organisation-change', 'Restructure our sales department into three regional teams'],
  ['organisation-change', 'Get our workshop certified to ISO 9001 within a year'],
  ['personal-project', 'Quit smoking before my daughter is born'],
  ['personal-project', 'Buy a used car for under 6,000 euros'],
  ['personal-errand', 'Clean the windows of the living room this weekend'],
  ['personal-errand', 'Unclog the kitchen sink'],
  ['general', 'Keep the last cinema of the town alive'],
  ['general', 'Persuade the council to move the bus stop'],
  ['general', 'Find the owner of the lost painting'],
  ['general', 'Save the old oak at the crossroads'],
  ['general', 'Reconcile the two rowing clubs'],
  ['open-a-physical-business', 'Eine Buchhandlung mit Café in Tübingen eröffnen'],
  ['event', 'Eine Hochzeit mit 80 Gästen im August planen'],
  ['construction-or-renovation', 'Unser Badezimmer für 15.000 Euro renovieren'],
  ['research-or-study', 'Eine Studie über Wildbienen in Stadtgärten durchführen'],
  ['software-product', 'Eine Handy-App für Pilzsammler entwickeln'],
  ['personal-project', 'Bis Weihnachten mit dem Rauchen aufhören'],
  ['hardware-product', 'Einen Roboter für die Weinlese bauen'],
  ['general', 'Den Familienbetrieb vor der Pleite retten'],
  ['open-a-physical-business', 'Créer une fromagerie à la ferme dans le Jura'],
  ['event', 'Organiser un festival de musique pour 2 000 personnes'],
  ['content-or-publication', 'Publier un livre de recettes de ma grand-mère'],
  ['software-product', 'Créer un site web pour une association de randonneurs'],
  ['organisation-change', 'Réorganiser notre service client'],
  ['personal-project', 'Perdre 12 kilos en six mois'],
  ['general', 'Faire revenir les cigognes dans le village'],
  ['construction-or-renovation', 'Construir una casa de 120 metros cuadrados en Asturias'],
  ['event', 'Celebrar el 80 cumpleaños de mi abuela con 50 personas'],
  ['research-or-study', 'Hacer una encuesta a 300 pescadores'],
  ['relocation-or-travel', 'Viajar a Perú dos semanas con mis hijos'],
  ['organisation-change', 'Contratar a tres enfermeras para nuestra clínica'],
  ['hardware-product', 'Fabricar un dispositivo que mida la humedad del suelo'],
  ['general', 'Conseguir que vuelva el tren al valle'],
  ['open-a-physical-business', 'Åbne en cykelbutik med værksted i Vejle'],
  ['event', 'Planlægge et bryllup for 60 gæster på Bornholm'],
  ['content-or-publication', 'Udgive en bog om danske herregårde'],
  ['relocation-or-travel', 'En rejse til Grønland for to i juli'],
  ['marketing-campaign', 'En kampagne for at få flere medlemmer i roklubben'],
  ['general', 'Redde den lokale dagligvarebutik fra lukning'],
];

describe('the choice among playbooks', () => {
  it('[PB10] at least nine in ten of these goals find their kind', () => {
    expect(table).toHaveLength(120);
    const wrong = table
      .map(([kind, goal]) => ({ kind, goal, chosen: choosePlaybook(goal) }))
      .filter(({ kind, chosen }) => chosen.name !== kind);
    const told = wrong.map(({ goal, chosen }) => `${goal} → ${chosen.name}`);
    expect(told.length, told.join('\n')).toBeLessThanOrEqual(12);
  });

  it('[PB10] the reason names the words that decided', () => {
    const { why } = choosePlaybook('Design a smart lock and produce 500 units');
    expect(why).toContain('“smart lock”');
    expect(why).toContain('making a hardware product');
  });

  it('[PB11] one word alone never makes a clear fit', () => {
    const choice = choosePlaybook('Argue about the cinema');
    expect(choice).toMatchObject({ name: 'open-a-physical-business', fit: 'weak' });
    expect(choice.why).toContain('nothing else in it agrees');
  });

  it.each(table.filter(([kind]) => kind === 'general'))(
    '[PB11] where %s is right nothing else fits clearly: %s',
    (_, goal) => {
      expect(choosePlaybook(goal).fit).not.toBe('clear');
    },
  );

  it('[PB8] no two goals of one playbook share 40% of their titles', () => {
    const plans = table.map(([, goal]) => {
      const { choice, phases } = draftOf({ planId: 'plan_c1', goal, startDate: '2026-11-16' });
      return {
        kind: choice.name,
        goal,
        titles: phases.flatMap((p) => p.tasks.map((t) => t.title)),
      };
    });
    const alike = plans.flatMap((a, index) =>
      plans.slice(index + 1).filter((b) => {
        const shared = a.titles.filter((title) => b.titles.includes(title)).length;
        return a.kind === b.kind && shared >= 0.4 * Math.min(a.titles.length, b.titles.length);
      }),
    );
    expect(alike.map(({ goal }) => goal)).toEqual([]);
  });
});
