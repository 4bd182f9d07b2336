// Cities, states and regions by country code. "DK: A, B=C" means that C is another spelling of B.
const cities = `
AR: Buenos Aires, Córdoba, Rosario
AT: Vienna=Wien, Graz, Salzburg, Innsbruck, Linz
AU: Sydney, Melbourne, Brisbane, Perth, Adelaide, Canberra, Queensland, New South Wales, Tasmania
BE: Brussels=Brüssel=Bruxelles, Antwerp=Antwerpen, Ghent=Gent, Bruges, Liège
BG: Sofia, Plovdiv, Varna
BR: São Paulo=Sao Paulo, Rio de Janeiro, Brasília, Salvador, Curitiba, Porto Alegre
CA: Toronto, Montreal=Montréal, Vancouver, Calgary, Ottawa, Edmonton, Quebec, Winnipeg, Halifax, Ontario, British Columbia, Alberta, Nova Scotia
CH: Zurich=Zürich, Geneva=Genève=Genf, Basel, Bern, Lausanne, Lugano
CL: Santiago, Valparaíso
CN: Beijing=北京, Shanghai=上海, Shenzhen=深圳, Guangzhou=广州, Chengdu, Hangzhou, Wuhan
CO: Bogotá=Bogota, Medellín=Medellin
CZ: Prague=Praha=Prag, Brno, Ostrava
DE: Berlin, Munich=München, Hamburg, Cologne=Köln, Frankfurt, Stuttgart, Düsseldorf, Leipzig, Dresden, Bremen, Hanover=Hannover, Nuremberg=Nürnberg, Bonn, Heidelberg, Freiburg, Münster, Bavaria=Bayern
DK: Copenhagen=København=Kopenhagen=Copenhague=Copenaghen, Aarhus=Århus, Odense, Aalborg=Ålborg, Roskilde, Esbjerg, Randers, Kolding, Vejle, Horsens, Helsingør, Hillerød, Silkeborg, Svendborg, Bornholm, Frederiksberg
EE: Tallinn, Tartu
EG: Cairo, Alexandria
ES: Madrid, Barcelona, Valencia, Seville=Sevilla, Málaga=Malaga, Bilbao, Zaragoza, Palma, Granada, Catalonia, Andalusia, Mallorca
FI: Helsinki, Tampere, Turku, Espoo
FR: Paris, Lyon, Marseille, Toulouse, Nice, Nantes, Bordeaux, Lille, Strasbourg, Montpellier, Rennes, Grenoble
GB: London, Manchester, Birmingham, Leeds, Liverpool, Bristol, Edinburgh, Glasgow, Cardiff, Belfast, Sheffield, Newcastle, Nottingham, Oxford, Brighton, York, Cornwall
GH: Accra, Kumasi
GR: Athens, Thessaloniki, Crete
HR: Zagreb, Split, Dubrovnik
HU: Budapest, Debrecen
ID: Jakarta, Bali, Surabaya, Bandung
IE: Dublin, Cork, Galway, Limerick
IL: Tel Aviv, Jerusalem, Haifa
IN: Mumbai, Delhi, New Delhi, Bangalore=Bengaluru, Chennai, Hyderabad, Kolkata, Pune, Jaipur, Kerala, Goa
IS: Reykjavik=Reykjavík
IT: Rome=Roma, Milan=Milano, Naples=Napoli, Turin=Torino, Florence=Firenze, Venice=Venezia, Bologna, Palermo, Sicily, Tuscany
JP: Tokyo=東京=东京, Osaka=大阪, Kyoto=京都, Yokohama, Nagoya, Sapporo, Fukuoka, Hokkaido, Okinawa
KE: Nairobi, Mombasa, Kisumu
KR: Seoul=서울, Busan, Incheon
LT: Vilnius, Kaunas
LV: Riga
MA: Casablanca, Marrakech, Rabat
MX: Mexico City=Ciudad de México, Guadalajara, Monterrey, Cancún=Cancun, Oaxaca, Tijuana
MY: Kuala Lumpur, Penang
NG: Lagos, Abuja, Kano
NL: Amsterdam, Rotterdam, The Hague=Den Haag, Utrecht, Eindhoven, Groningen
NO: Oslo, Bergen, Trondheim, Stavanger, Tromsø
NZ: Auckland, Wellington, Christchurch
PE: Lima, Cusco
PH: Manila, Cebu
PK: Karachi, Lahore, Islamabad
PL: Warsaw=Warszawa, Kraków=Krakow, Gdańsk=Gdansk, Wrocław=Wroclaw, Poznań=Poznan
PT: Lisbon=Lisboa=Lissabon, Porto, Faro, Braga, Madeira, Azores, Algarve
RO: Bucharest, Cluj-Napoca=Cluj, Timișoara
RS: Belgrade, Novi Sad
RU: Moscow=Москва, Saint Petersburg=St. Petersburg, Novosibirsk, Kazan
RW: Kigali
SA: Riyadh, Jeddah
SE: Stockholm, Gothenburg=Göteborg, Malmö=Malmo, Uppsala, Lund
TH: Bangkok, Chiang Mai, Phuket
TR: Istanbul, Ankara, Izmir
TW: Taipei
TZ: Dar es Salaam
UA: Kyiv=Kiev, Lviv, Odesa
AE: Dubai, Abu Dhabi
UG: Kampala
VN: Hanoi, Ho Chi Minh City, Da Nang
ZA: Cape Town, Johannesburg, Durban, Pretoria
US: Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, Florida, Georgia, Hawaii, Idaho, Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana, Maine, Maryland, Massachusetts, Michigan, Minnesota, Mississippi, Missouri, Montana, Nebraska, Nevada, New Hampshire, New Jersey, New Mexico, New York, North Carolina, North Dakota, Ohio, Oklahoma, Oregon, Pennsylvania, Rhode Island, South Carolina, South Dakota, Tennessee, Texas, Utah, Vermont, Virginia, Washington, West Virginia, Wisconsin, Wyoming, New York City=NYC, Los Angeles, Chicago, Houston, Phoenix, Philadelphia, San Antonio, San Diego, Dallas, San Jose, Austin, San Francisco, Seattle, Denver, Boston, Detroit, Nashville, Portland, Las Vegas, Baltimore, Milwaukee, Albuquerque, Sacramento, Atlanta, Miami, Oakland, Minneapolis, Cleveland, New Orleans, Tampa, Pittsburgh, Cincinnati, St. Louis, Orlando, Salt Lake City, Brooklyn, Manhattan, Silicon Valley, Hartford, New Haven, Honolulu, Puerto Rico
`;

const regions =
  'Europe,European Union=EU,Scandinavia,Africa,Asia,South America,North America,Latin America,Middle East,Southeast Asia,Central America,Antarctica,Arctic,Caribbean,Balkans,Nordics,Global South';

export interface GazetteerEntry {
  readonly name: string;
  readonly spelling: string;
  readonly country: string | null;
}

export function gazetteerEntries(): GazetteerEntry[] {
  const entries = cities
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [country = '', list = ''] = line.split(': ');
      return list.split(', ').flatMap((cell) => spellings(cell, country));
    });
  return [...entries, ...regions.split(',').flatMap((cell) => spellings(cell, null))];
}

function spellings(cell: string, country: string | null): GazetteerEntry[] {
  const all = cell.split('=');
  const name = all[0] ?? cell;
  return all.map((spelling) => ({ name, spelling, country }));
}
