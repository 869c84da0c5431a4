#!/usr/bin/python3
# Writes data/players.plist, the bundled season of quarterbacks: the table below and the figures computed from it.
# Usage: python3 Scripts/data/players.py. The bytes are the same each time.
# All players and the season are invented; only the codes of the teams are like real ones.

import os
import plistlib

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../data")
GAMES = 16

# name, team, attempts, completions, yards, touchdowns, interceptions, max pass, sacks
PLAYERS = [
    ("Torvald Quillfeather", "ATL", 460, 316, 4074, 35, 5, 62, 47),
    ("Ezra Lindqvale", "ARI", 542, 348, 3628, 33, 9, 88, 30),
    ("Marlon Okonkwe-Reyes", "BAL", 466, 268, 2925, 28, 5, 81, 21),
    ("Dashiell Brambury", "BUF", 615, 417, 5229, 15, 8, 49, 49),
    ("Caspian Holloweye", "CAR", 551, 332, 4275, 32, 8, 85, 28),
    ("Ignatius Perrywell", "CHI", 569, 343, 4321, 17, 20, 84, 45),
    ("Beauregard Tolliver-Nash", "CIN", 453, 296, 3759, 13, 14, 68, 19),
    ("Lucan Wetherstone", "CLE", 435, 296, 3813, 32, 13, 59, 46),
    ("Rafferty Dunmoor", "DAL", 430, 281, 2973, 32, 4, 80, 46),
    ("Ozias Fennimore", "DEN", 454, 273, 3067, 22, 14, 49, 38),
    ("Jericho Valdemarsson", "DET", 575, 370, 3898, 32, 20, 58, 38),
    ("Percival Ashgrove-Kim", "GNB", 487, 316, 3863, 21, 5, 50, 20),
    ("Hollis Marchbanks", "HOU", 508, 325, 3552, 28, 17, 47, 45),
    ("Thelonius Garrowby", "IND", 505, 302, 3575, 18, 11, 94, 20),
    ("Sully Crestwater", "JAC", 573, 375, 4397, 21, 8, 87, 49),
    ("Quentin Abernathy-Voss", "KAN", 542, 357, 4289, 22, 15, 52, 21),
    ("Leopold Stravinger", "LAC", 412, 280, 3600, 25, 20, 93, 32),
    ("Amadi Fairweather", "LAR", 413, 286, 3081, 26, 6, 58, 19),
    ("Bertrand Nightingill", "MIA", 593, 388, 4936, 35, 5, 59, 19),
    ("Cornelius Yarrowby", "MIN", 604, 418, 4639, 17, 16, 75, 29),
    ("Valentin Roquemaure", "NWE", 629, 437, 5293, 32, 13, 72, 48),
    ("Ambrose Teakwood", "NOR", 585, 379, 4860, 27, 17, 76, 45),
    ("Gideon Larkspur", "NYG", 432, 245, 2696, 33, 18, 67, 24),
    ("Phineas Oyelaran-Beck", "NYJ", 458, 266, 3129, 16, 12, 66, 39),
    ("Solomon Dreyfield", "OAK", 598, 364, 4122, 17, 20, 51, 29),
    ("Winslow Adebanjo-Marsh", "PHI", 564, 366, 4120, 16, 6, 80, 44),
    ("Everard Pilkington-Osei", "PIT", 459, 303, 3466, 33, 5, 71, 40),
    ("Mordecai Summerhayes", "SEA", 615, 387, 4042, 25, 18, 46, 18),
    ("Crispin Vandervoort-Hale", "SFO", 490, 309, 3249, 31, 12, 94, 18),
    ("Anselm Thackerly", "TAM", 410, 273, 3360, 16, 15, 50, 31),
    ("Leander Foxborough-Diaz", "TEN", 426, 252, 2982, 14, 15, 48, 20),
    ("Bartholomew Greyling", "WAS", 419, 267, 2743, 23, 17, 86, 16),
]


def rating(attempts, completions, yards, touchdowns, interceptions):
    """The passer rating: four parts, each from 0 to 2.375."""
    parts = [(completions / attempts - 0.3) * 5, (yards / attempts - 3) * 0.25, touchdowns / attempts * 20,
             2.375 - interceptions / attempts * 25]
    return round(sum(min(2.375, max(0, part)) for part in parts) / 6 * 100, 1)


def season(row):
    name, team, attempts, completions, yards, touchdowns, interceptions, max_pass, sacks = row
    return {
        "Player": name, "Team": team, "Rank": 0,
        "Rating": rating(attempts, completions, yards, touchdowns, interceptions),
        "Completions": completions, "Attempts": attempts, "AttemptsPerGame": round(attempts / GAMES, 1),
        "Yards": yards, "YardsPerGame": round(yards / GAMES, 1),
        "YardsPerCompletion": round(yards / completions, 1), "Touchdowns": touchdowns,
        "Interceptions": interceptions, "Percentage": round(completions / attempts * 100, 1),
        "Longest": max_pass, "Sacks": sacks,
    }


def main():
    seasons = sorted(map(season, PLAYERS), key=lambda one: -one["Rating"])
    for rank, one in enumerate(seasons, 1):
        one["Rank"] = rank
    with open(os.path.join(DATA, "players.plist"), "wb") as file:
        plistlib.dump(seasons, file, sort_keys=False)


if __name__ == "__main__":
    main()
