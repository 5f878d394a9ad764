think-failed = Ce navigateur ne peut pas calculer les robots, les conseils et les analyses : un fichier est endommagé, ou WebAssembly est désactivé. Le serveur les calcule.
